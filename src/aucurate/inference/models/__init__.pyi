# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.inference.models.biexponential import (
    biexponential_halved_test as biexponential_halved_test,
)
from aucurate.inference.models.biexponential import biexponential_interval as biexponential_interval
from aucurate.inference.models.biexponential import (
    biexponential_null_test as biexponential_null_test,
)
from aucurate.inference.models.biexponential import (
    biexponential_paired_test as biexponential_paired_test,
)
from aucurate.inference.models.biexponential import biexponential_test as biexponential_test
from aucurate.inference.models.biexponential import (
    fitted_biexponential_curve as fitted_biexponential_curve,
)
from aucurate.inference.models.biexponential import (
    fitted_biexponential_interval as fitted_biexponential_interval,
)
from aucurate.inference.models.biexponential import (
    fitted_biexponential_null_test as fitted_biexponential_null_test,
)
from aucurate.inference.models.biexponential import (
    fitted_biexponential_test as fitted_biexponential_test,
)
from aucurate.inference.models.binormal import binormal_interval as binormal_interval
from aucurate.inference.models.binormal import (
    binormal_moments_interval as binormal_moments_interval,
)
from aucurate.inference.models.binormal import (
    binormal_sensitivity_interval as binormal_sensitivity_interval,
)
from aucurate.inference.models.binormal import (
    binormal_specificity_interval as binormal_specificity_interval,
)
from aucurate.inference.models.binormal import box_cox_interval as box_cox_interval
from aucurate.inference.models.binormal import box_cox_power_interval as box_cox_power_interval
from aucurate.inference.models.binormal import proper_binormal_interval as proper_binormal_interval
from aucurate.inference.models.fit_tests import CategoryFit as CategoryFit
from aucurate.inference.models.fit_tests import FitTest as FitTest
from aucurate.inference.models.fit_tests import anderson_darling_test as anderson_darling_test
from aucurate.inference.models.fit_tests import category_fit_test as category_fit_test
from aucurate.inference.models.fit_tests import shapiro_wilk_test as shapiro_wilk_test
from aucurate.inference.models.kernel import kernel_bootstrap_interval as kernel_bootstrap_interval
from aucurate.inference.models.metz_kronman import metz_kronman_area_test as metz_kronman_area_test
from aucurate.inference.models.metz_kronman import metz_kronman_test as metz_kronman_test

__all__: list[str]
