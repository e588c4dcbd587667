# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.inference.auc.bounds import agarwal_interval as agarwal_interval
from aucurate.inference.auc.bounds import birnbaum_klose_interval as birnbaum_klose_interval
from aucurate.inference.auc.bounds import cortes_mohri_interval as cortes_mohri_interval
from aucurate.inference.auc.chance import chance_test as chance_test
from aucurate.inference.auc.delong import delong_beta_interval as delong_beta_interval
from aucurate.inference.auc.delong import delong_interval as delong_interval
from aucurate.inference.auc.delong import delong_joint_test as delong_joint_test
from aucurate.inference.auc.delong import delong_logit_t_interval as delong_logit_t_interval
from aucurate.inference.auc.delong import delong_null_test as delong_null_test
from aucurate.inference.auc.delong import delong_test as delong_test
from aucurate.inference.auc.delong import paired_comparison as paired_comparison
from aucurate.inference.auc.delong import unpaired_comparison as unpaired_comparison
from aucurate.inference.auc.equivalence import MarginTest as MarginTest
from aucurate.inference.auc.equivalence import equivalence_test as equivalence_test
from aucurate.inference.auc.equivalence import noninferiority_test as noninferiority_test
from aucurate.inference.auc.equivalence import superiority_test as superiority_test
from aucurate.inference.auc.hanley_mcneil import hanley_mcneil_interval as hanley_mcneil_interval
from aucurate.inference.auc.hanley_mcneil import hanley_mcneil_test as hanley_mcneil_test
from aucurate.inference.auc.hanley_mcneil import newcombe_interval as newcombe_interval
from aucurate.inference.auc.highest import highest_auc_interval as highest_auc_interval
from aucurate.inference.auc.mover import mover_test as mover_test
from aucurate.inference.auc.simultaneous import simultaneous_comparisons as simultaneous_comparisons
from aucurate.inference.auc.subgroups import equal_auc_test as equal_auc_test
from aucurate.inference.auc.subgroups import equal_difference_test as equal_difference_test

__all__: list[str]
