"""Fitted curves: intervals, tests of the fit, tests of two fitted curves.

**Binormal curves**

- ``binormal_interval``: The AUC of the maximum likelihood binormal curve, with its interval
- ``binormal_moments_interval``: The AUC of normal scores, from the means and standard deviations
  of both classes
- ``proper_binormal_interval``: The AUC of the proper binormal curve, which has no hook, with its
  interval
- ``box_cox_interval``: The AUC after a Box-Cox transformation of all scores, allowing for its
  estimated power
- ``box_cox_power_interval``: The power common to both classes, with its profile likelihood
  interval
- ``binormal_sensitivity_interval``: The sensitivity at this specificity on the binormal curve,
  with its pointwise interval
- ``binormal_specificity_interval``: The specificity at this sensitivity on the binormal curve,
  with its pointwise interval

**Two binormal curves**

- ``metz_kronman_test``: Are two binormal curves equal?
- ``metz_kronman_area_test``: Do the areas under two binormal curves differ, and by how much?

**Biexponential curves**

- ``biexponential_interval``: The AUC of the biexponential model with its exact interval
- ``biexponential_null_test``: Does the AUC of the biexponential model differ from a given value,
  by an exact test?
- ``biexponential_test``: Do two biexponential curves on different test sets differ, by an exact
  test?
- ``biexponential_paired_test``: Do two biexponential curves on the same observations differ, by a
  studentised bootstrap?
- ``biexponential_halved_test``: The exact test as in the paper, with half of the observations for
  each classifier
- ``fitted_biexponential_curve``: The biexponential curve of scores raised to the power that fits
  best
- ``fitted_biexponential_interval``: The AUC of the model after a fitted power, with a parametric
  bootstrap interval
- ``fitted_biexponential_null_test``: Does the AUC of the model after a fitted power differ from a
  given value?
- ``fitted_biexponential_test``: Do two biexponential curves on different test sets differ, each
  after a fitted power?

**Kernel-smoothed curves**

- ``kernel_bootstrap_interval``: The area under the kernel curve with a bootstrap standard error
  and interval

**Does a model describe the data?**

- ``shapiro_wilk_test``: Are these scores of one class normal?
- ``anderson_darling_test``: Do these scores of one class come from a normal, or an exponential,
  distribution?
- ``category_fit_test``: Is the curve with this many fitted parameters compatible with the counts?
- ``FitTest``: A test of the hypothesis that scores come from a model; ``n_used`` of ``n`` were
  tested
- ``CategoryFit``: Observed and expected counts from the highest category down, and tests of the
  fit
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Binormal curves": {
            "binormal": (
                "binormal_interval binormal_moments_interval proper_binormal_interval "
                "box_cox_interval box_cox_power_interval binormal_sensitivity_interval "
                "binormal_specificity_interval"
            ),
        },
        "Two binormal curves": {
            "metz_kronman": "metz_kronman_test metz_kronman_area_test",
        },
        "Biexponential curves": {
            "biexponential": (
                "biexponential_interval biexponential_null_test biexponential_test "
                "biexponential_paired_test biexponential_halved_test "
                "fitted_biexponential_curve fitted_biexponential_interval "
                "fitted_biexponential_null_test fitted_biexponential_test"
            ),
        },
        "Kernel-smoothed curves": {
            "kernel": "kernel_bootstrap_interval",
        },
        "Does a model describe the data?": {
            "fit_tests": (
                "shapiro_wilk_test anderson_darling_test category_fit_test FitTest CategoryFit"
            ),
        },
    },
)
