# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.inference.resampling.bootstrap import bootstrap_interval as bootstrap_interval
from aucurate.inference.resampling.bootstrap import bootstrap_test as bootstrap_test
from aucurate.inference.resampling.options import Resampling as Resampling
from aucurate.inference.resampling.options import bootstrap_aucs as bootstrap_aucs
from aucurate.inference.resampling.permutation import permutation_test as permutation_test
from aucurate.inference.resampling.venkatraman import venkatraman_test as venkatraman_test

__all__: list[str]
