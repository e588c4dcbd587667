"""scikit-learn is an extra: asked for where it is first needed."""

from importlib.util import find_spec

from aucurate.errors import MissingExtraError


def require_sklearn() -> None:
    """Refuse with the name of the extra where scikit-learn or joblib is not installed."""
    if find_spec("sklearn") is None or find_spec("joblib") is None:
        raise MissingExtraError("cross-validation", extra="crossval")
