"""The area under the curve on one test set or two: intervals and tests."""
