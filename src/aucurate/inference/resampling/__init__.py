"""Bootstrap and permutation: options, draws, intervals, tests.

**Options**

- ``Resampling``: Options of resampling: the number of replicates, stratification and randomness

**Bootstrap**

- ``bootstrap_interval``: An estimate of one classifier with a bootstrap standard error and
  interval
- ``bootstrap_test``: Does an estimate differ between two classifiers, and by how much, by the
  bootstrap?
- ``bootstrap_aucs``: The AUCs of every classifier in every bootstrap replicate, one row per
  replicate

**Permutation**

- ``permutation_test``: Do two AUCs on the same observations differ, by exchanging the classifiers'
  ranks?
- ``venkatraman_test``: Are two curves equal at every operating point?
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Options": {
            "options": "Resampling",
        },
        "Bootstrap": {
            "bootstrap": "bootstrap_interval bootstrap_test",
            "options": "bootstrap_aucs",
        },
        "Permutation": {
            "permutation": "permutation_test",
            "venkatraman": "venkatraman_test",
        },
    },
)
