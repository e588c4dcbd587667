"""Cross-validation: from estimators and a splitter to scores over folds, through joblib.

**Cross-validation**

- ``cross_validate``: Score observations with models that were not trained on them
- ``default_thresholds``: The threshold at which each estimator decides: 0 for decision scores, 0.5
  for probabilities
- ``draw_splits``: The splits into training and test rows that ``cross_validate`` uses for the same
  arguments
- ``Division``: All splits of a cross-validation, the same for every algorithm, and their design

**Decisions by weighted probabilities**

- ``WeightedDecision``: A scikit-learn estimator that decides by weighted probabilities

**Designs**

- ``LeftOut``: K-fold cross-validation: each observation is scored by the model that was not
  trained on it
- ``FixedTestSet``: One test set for all models; each is trained on all but one fold of the rest
- ``FiveByTwo``: Five repeats of two-fold cross-validation, for the 5x2cv tests of Dietterich and
  Alpaydin
- ``GivenSplits``: A scikit-learn splitter, or pairs (train, test) of row numbers
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Cross-validation": {
            "cross_validate": "cross_validate",
            "algorithms": "default_thresholds",
            "splits": "draw_splits Division",
        },
        "Decisions by weighted probabilities": {
            "weighted_decision": "WeightedDecision",
        },
        "Designs": {
            "designs": "LeftOut FixedTestSet FiveByTwo GivenSplits",
        },
    },
)
