# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.inference import auc as auc
from aucurate.inference import curve as curve
from aucurate.inference import folds as folds
from aucurate.inference import many_datasets as many_datasets
from aucurate.inference import models as models
from aucurate.inference import multiclass as multiclass
from aucurate.inference import operating as operating
from aucurate.inference import resampling as resampling
from aucurate.inference.by_name import interval as interval
from aucurate.inference.by_name import test as test
from aucurate.inference.core.multiplicity import adjust as adjust
from aucurate.inference.core.multiplicity import benjamini_hochberg as benjamini_hochberg
from aucurate.inference.core.multiplicity import bonferroni as bonferroni
from aucurate.inference.core.multiplicity import hochberg as hochberg
from aucurate.inference.core.multiplicity import holm as holm

__all__: list[str]
