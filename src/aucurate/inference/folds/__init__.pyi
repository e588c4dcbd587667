# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.inference.folds.class_points import ClassOperatingPoints as ClassOperatingPoints
from aucurate.inference.folds.class_points import class_operating_points as class_operating_points
from aucurate.inference.folds.class_points import error_of as error_of
from aucurate.inference.folds.class_points import errors_of as errors_of
from aucurate.inference.folds.delong import averaged_delong_interval as averaged_delong_interval
from aucurate.inference.folds.delong import averaged_delong_test as averaged_delong_test
from aucurate.inference.folds.delong import corrected_delong_test as corrected_delong_test
from aucurate.inference.folds.delong import corrected_moments as corrected_moments
from aucurate.inference.folds.delong import fold_delong_interval as fold_delong_interval
from aucurate.inference.folds.delong import fold_delong_test as fold_delong_test
from aucurate.inference.folds.delong import fold_moments as fold_moments
from aucurate.inference.folds.error_rate import averaged_error_interval as averaged_error_interval
from aucurate.inference.folds.error_rate import averaged_error_test as averaged_error_test
from aucurate.inference.folds.indistinguishable_points import (
    ClassDistinguishingSize as ClassDistinguishingSize,
)
from aucurate.inference.folds.indistinguishable_points import ClassPointSet as ClassPointSet
from aucurate.inference.folds.indistinguishable_points import (
    DistinguishingSize as DistinguishingSize,
)
from aucurate.inference.folds.indistinguishable_points import PointSet as PointSet
from aucurate.inference.folds.indistinguishable_points import (
    class_distinguishing_size as class_distinguishing_size,
)
from aucurate.inference.folds.indistinguishable_points import (
    distinguishing_size as distinguishing_size,
)
from aucurate.inference.folds.indistinguishable_points import (
    indistinguishable_points as indistinguishable_points,
)
from aucurate.inference.folds.ledell import ledell_interval as ledell_interval
from aucurate.inference.folds.ledell import ledell_test as ledell_test
from aucurate.inference.folds.operating_points import OperatingPoints as OperatingPoints
from aucurate.inference.folds.operating_points import operating_points as operating_points
from aucurate.inference.folds.point_tests import RateRegion as RateRegion
from aucurate.inference.folds.point_tests import (
    operating_point_interval as operating_point_interval,
)
from aucurate.inference.folds.point_tests import operating_point_test as operating_point_test
from aucurate.inference.folds.point_tests import rate_region as rate_region
from aucurate.inference.folds.point_tests import rate_regions as rate_regions
from aucurate.inference.folds.sign_tests import fold_sign_test as fold_sign_test
from aucurate.inference.folds.sign_tests import fold_wilcoxon_test as fold_wilcoxon_test
from aucurate.inference.folds.sign_tests import sign_flip_test as sign_flip_test
from aucurate.inference.folds.t_tests import DifferencePosterior as DifferencePosterior
from aucurate.inference.folds.t_tests import correlated_t_test as correlated_t_test
from aucurate.inference.folds.t_tests import five_by_two_f_test as five_by_two_f_test
from aucurate.inference.folds.t_tests import five_by_two_t_test as five_by_two_t_test
from aucurate.inference.folds.t_tests import fold_t_test as fold_t_test
from aucurate.inference.folds.t_tests import nadeau_bengio_interval as nadeau_bengio_interval
from aucurate.inference.folds.t_tests import nadeau_bengio_test as nadeau_bengio_test

__all__: list[str]
