"""Studies: all numbers of one question, as data, with sentences, caveats, provenance and JSON.

**Questions**

- ``compare``: Compare classifiers by their AUCs: estimates, all differences, joint test, verdict
- ``intervals``: All intervals of the AUC of one or more classifiers, and which is recommended and
  why
- ``folds``: Compare algorithms whose models were fitted and scored over folds
- ``operate``: Rates with intervals at one operating point of every classifier, and comparisons
  there
- ``multiclass``: AUCs of several classes with intervals and tests, and a search for class weights
- ``rank``: Compare algorithms over many data sets (Demsar 2006)
- ``fit``: Fit parametric and smooth ROC curves, and test whether they fit the data
- ``error_and_auc``: The four outcomes of the tests of error rate and AUC, for all pairs on all
  data sets
- ``plan``: Plan the size of a study: of one AUC, of two, or for an interval of a given width
- ``plan_study``: A plan as a study: with its power table, sentences, caveats and JSON

**Answers**

- ``Study``: The results of one analysis, as shown by the command line, the report and notebooks
- ``Provenance``: The origin of the numbers: version, data and method; on the command line, the
  command
- ``CompareStudy``: Estimates, comparisons and the joint test of several classifiers (or one,
  against chance)
- ``IntervalsStudy``: Every AUC interval of every classifier, and the recommended one of each
- ``FoldsStudy``: Algorithms over folds: summaries, and every pair by a test that is valid for the
  design
- ``OperateStudy``: Classifiers at an operating point: rates, regions, and comparisons of pairs
- ``OperateFoldsStudy``: Classifiers at an operating point, averaged over folds
- ``MulticlassStudy``: Classifiers of several classes: AUCs, comparisons and decisions
- ``RankStudy``: Algorithms over data sets: average ranks, joint tests, the pairs, the diagram's
  data
- ``FitStudy``: The empirical AUC of each classifier, and every model fitted to it with tests of
  its fit
- ``OutcomesStudy``: The four outcomes of (error test, AUC test) for every pair on every data set
- ``PlanStudy``: A plan, and the power (or expected interval width) of smaller and larger studies

**JSON**

- ``study_schema``: The JSON Schema (draft 2020-12) of the studies that ``Study.to_json`` writes
- ``FORMAT_VERSION``
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Questions": {
            "compare": "compare intervals",
            "folds": "folds",
            "operate": "operate",
            "multiclass": "multiclass",
            "rank": "rank",
            "fit": "fit",
            "folds.outcomes": "error_and_auc",
            "plan": "plan plan_study",
        },
        "Answers": {
            "base": "Study Provenance",
            "compare": "CompareStudy IntervalsStudy",
            "folds": "FoldsStudy",
            "operate": "OperateStudy",
            "operate.folds": "OperateFoldsStudy",
            "multiclass": "MulticlassStudy",
            "rank": "RankStudy",
            "fit": "FitStudy",
            "folds.outcomes": "OutcomesStudy",
            "plan": "PlanStudy",
        },
        "JSON": {
            "schema": "study_schema",
            "base": "FORMAT_VERSION",
        },
    },
)
