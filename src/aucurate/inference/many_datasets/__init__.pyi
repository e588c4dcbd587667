# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.inference.many_datasets.bayesian_signed_rank import (
    PosteriorComparison as PosteriorComparison,
)
from aucurate.inference.many_datasets.bayesian_signed_rank import (
    bayesian_signed_rank_test as bayesian_signed_rank_test,
)
from aucurate.inference.many_datasets.friedman import friedman_test as friedman_test
from aucurate.inference.many_datasets.hierarchical import (
    HierarchicalPosterior as HierarchicalPosterior,
)
from aucurate.inference.many_datasets.hierarchical import hierarchical_test as hierarchical_test
from aucurate.inference.many_datasets.hierarchical_quadrature import DegreesPrior as DegreesPrior
from aucurate.inference.many_datasets.pairs import DataSetsComparison as DataSetsComparison
from aucurate.inference.many_datasets.pairs import data_sets_sign_test as data_sets_sign_test
from aucurate.inference.many_datasets.pairs import (
    data_sets_wilcoxon_test as data_sets_wilcoxon_test,
)
from aucurate.inference.many_datasets.post_hoc import CriticalDifference as CriticalDifference
from aucurate.inference.many_datasets.post_hoc import NemenyiTest as NemenyiTest
from aucurate.inference.many_datasets.post_hoc import RankComparison as RankComparison
from aucurate.inference.many_datasets.post_hoc import critical_difference as critical_difference
from aucurate.inference.many_datasets.post_hoc import nemenyi_test as nemenyi_test
from aucurate.inference.many_datasets.post_hoc import rank_control_test as rank_control_test

__all__: list[str]
