"""Example studies: scores on breast cancer and wine data, and voice recordings in groups.

Source of the first: Breast Cancer Wisconsin (Diagnostic), W. Wolberg, N. Street and
O. Mangasarian, 1995, UCI Machine Learning Repository, doi:10.24432/C5DW2B, licence CC BY 4.0, in
the copy that comes with scikit-learn. The scores were made by
``tools/make_breast_cancer_study.py`` in the repository, from six of the thirty features (so that
the models make mistakes), and rounded to six decimals. The positive class is "malignant".

The features were chosen among five sets for the spread of the AUCs, with the held-out scores in
view: this is an example to learn from, not evidence about the models.

Source of the second, which has three classes: Wine, S. Aeberhard and M. Forina, 1991, UCI Machine
Learning Repository, doi:10.24432/C5PC7J, licence CC BY 4.0, in the copy that comes with
scikit-learn. The scores were made by ``tools/make_wine_study.py``, from three of the thirteen
features (so that the classes overlap), and rounded to six decimals. The classes have the names of
the wines in Forina et al., Vitis 25 (1986), 189-201. Here too the features were chosen among five
sets with the out-of-fold scores in view: an example to learn from, not evidence about the models.

Source of the third, which has groups, several recordings of each person: Parkinsons, M. A. Little,
2007, UCI Machine Learning Repository, doi:10.24432/C59C74, licence CC BY 4.0; described in Little,
McSharry, Hunter, Spielman and Ramig, Suitability of dysphonia measurements for telemonitoring of
Parkinson's disease, IEEE Transactions on Biomedical Engineering 56 (2009), 1015-1022. The file has
195 recordings of a sustained vowel, with 22 measures of each. Its description counts 31 people, 23
of them with Parkinson's disease; its names of recordings, which are kept here, distinguish 32 and
24. Five measures are kept as they are (jitter is the column MDVP:Jitter(%)), with the person and
the recording taken from the name, and ``status`` spelled out. They were chosen by what they measure
before any AUC was computed: the traditional jitter and harmonics-to-noise ratio, and three newer
measures that the authors examine. An example to learn from, not evidence about the measures: the
authors introduced one of them, PPE, with these recordings.
"""

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import PairedClassScores
from aucurate.data.folds import FoldScores
from aucurate.data.scores import PairedScores
from aucurate.data.source import with_source
from aucurate.errors import OptionError
from aucurate.formatting import join_words
from aucurate.io.files import read_table

__all__ = [
    "load_breast_cancer",
    "load_breast_cancer_folds",
    "load_parkinson_voices",
    "load_wine_class_folds",
    "load_wine_classes",
]

NAMES = ("breast_cancer", "breast_cancer_folds", "parkinson_voices", "wine_classes")
LABEL = "diagnosis"
POSITIVE = "malignant"
FOLD = "fold"
MODELS = ("logistic", "forest", "bayes", "neighbours", "tree")
PERSON = "person"
VOICE_POSITIVE = "parkinson"
VOICE_MEASURES = ("jitter", "HNR", "RPDE", "DFA", "PPE")
LOWER_VOICE_MEASURES = ("HNR",)
CLASS_LABEL = "wine"
CLASS_PREFIXES = {"forest": "forest_", "logistic": "logistic_"}
BREAST_CANCER = "the breast cancer study that ships with aucurate"
BREAST_CANCER_FOLDS = "the breast cancer folds that ship with aucurate"
PARKINSON_VOICES = "the Parkinson voice study that ships with aucurate"
WINE = "the wine study that ships with aucurate"


def load_breast_cancer() -> PairedScores:
    """Scores of five models on a held-out half of the breast cancer data (285 observations).

    Wolberg, Street and Mangasarian (1995), UCI, CC BY 4.0. The tree gives few different scores, so
    that ties occur.

    >>> data = load_breast_cancer()
    >>> data.names, data.observations.n_positive, data.observations.n_negative
    (('logistic', 'forest', 'bayes', 'neighbours', 'tree'), 106, 179)
    """
    path = path_of("breast_cancer")
    data = PairedScores.read(path, label=LABEL, positive=POSITIVE, scores=MODELS)
    return with_source(data, name=BREAST_CANCER, reading=None)


def load_breast_cancer_folds() -> FoldScores:
    """Out-of-fold scores of the same five models on all 569 observations, in ten folds.

    Wolberg, Street and Mangasarian (1995), UCI, CC BY 4.0.

    >>> data = load_breast_cancer_folds()
    >>> data.design, data.n_folds
    ('left-out folds', 10)
    """
    path = path_of("breast_cancer_folds")
    data = FoldScores.read(path, label=LABEL, positive=POSITIVE, fold=FOLD, scores=MODELS)
    return with_source(data, name=BREAST_CANCER_FOLDS, reading=None)


def load_parkinson_voices() -> PairedScores:
    """Five voice measures of 195 recordings of 32 people, 24 of them with Parkinson's disease.

    Little (2007), UCI, CC BY 4.0; Little et al. (2009). The measures are jitter (variation from one
    pitch period to the next), HNR (harmonics-to-noise ratio, lower in a hoarse voice), RPDE
    (recurrence period density entropy), DFA (the exponent of detrended fluctuation analysis) and
    PPE (pitch period entropy). The recordings of a person are a group.

    >>> data = load_parkinson_voices()
    >>> data.names, data.observations.n_positive, data.observations.n_negative
    (('jitter', 'HNR', 'RPDE', 'DFA', 'PPE'), 147, 48)
    >>> data.observations.n_groups
    32
    """
    path = path_of("parkinson_voices")
    data = PairedScores.read(
        path,
        label=LABEL,
        positive=VOICE_POSITIVE,
        scores=VOICE_MEASURES,
        lower=LOWER_VOICE_MEASURES,
        groups=PERSON,
    )
    return with_source(data, name=PARKINSON_VOICES, reading=None)


def load_wine_classes() -> PairedClassScores:
    """Out-of-fold scores of two models for three kinds of wine (178 observations), pooled.

    Aeberhard and Forina (1991), UCI, CC BY 4.0. Scores of different folds come from different
    fits: :func:`load_wine_class_folds` keeps them apart.

    >>> data = load_wine_classes()
    >>> data.names, data.classes, data.counts
    (('forest', 'logistic'), ('barolo', 'grignolino', 'barbera'), (59, 71, 48))
    """
    path = path_of("wine_classes")
    data = PairedClassScores.read(path, label=CLASS_LABEL, fold=FOLD, prefixes=CLASS_PREFIXES)
    return with_source(data, name=WINE, reading=None)


def load_wine_class_folds() -> dict[str, ClassFoldScores]:
    """The same scores of each model by its name, in the ten folds that they come from.

    Aeberhard and Forina (1991), UCI, CC BY 4.0.

    >>> forest = load_wine_class_folds()["forest"]
    >>> forest.design, forest.n_folds, forest.counts_by_fold[0].tolist()
    ('left-out folds', 10, [6, 7, 5])
    """
    table = read_table(path_of("wine_classes"))
    folds = ClassFoldScores.paired_from_frame(
        table, label=CLASS_LABEL, fold=FOLD, prefixes=CLASS_PREFIXES
    )
    rows = with_source(folds["forest"].observations, name=WINE, reading=None)
    return {name: replace(each, observations=rows) for name, each in folds.items()}


def path_of(name: str) -> Path:
    """The csv file of a study that ships with the package.

    >>> path_of("breast_cancer").name
    'breast_cancer.csv'
    """
    if name not in NAMES:
        raise OptionError(
            f"there is no study named {name!r} in the package.",
            hint=f"the studies are {join_words(NAMES)}.",
        )
    return Path(str(files(__name__).joinpath(f"{name}.csv")))
