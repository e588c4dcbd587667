"""Bootstrap and permutation: options, draws, intervals, tests.

**Options**

- ``Resampling``: Options that travel together: how often, within classes or not, with which
  randomness

**Bootstrap**

- ``bootstrap_interval``: A number of one classifier with the standard deviation and the interval
  of its replicates
- ``bootstrap_test``: Does a number differ between two classifiers, and by how much, by resampling
  observations?
- ``bootstrap_aucs``: The AUCs of every classifier in every bootstrap replicate: a row per
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
