"""Level and coverage of every test and interval; the result is docs/validation.md."""
