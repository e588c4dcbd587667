"""What all tests of the papers share."""

from tests.conftest import pytest_configure as pytest_configure
