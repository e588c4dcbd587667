# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.inference.multiclass.auc import hand_till_interval as hand_till_interval
from aucurate.inference.multiclass.auc import multiclass_auc_interval as multiclass_auc_interval
from aucurate.inference.multiclass.auc import multiclass_auc_test as multiclass_auc_test
from aucurate.inference.multiclass.auc import multiclass_joint_test as multiclass_joint_test
from aucurate.inference.multiclass.auc import one_vs_rest_interval as one_vs_rest_interval
from aucurate.inference.multiclass.auc import one_vs_rest_intervals as one_vs_rest_intervals
from aucurate.inference.multiclass.confusion import ConfusionMatrix as ConfusionMatrix
from aucurate.inference.multiclass.confusion import confusion_intervals as confusion_intervals
from aucurate.inference.multiclass.confusion import point_confusion as point_confusion
from aucurate.inference.multiclass.pairwise_auc import PairwiseAucs as PairwiseAucs
from aucurate.inference.multiclass.pairwise_auc import (
    pairwise_auc_intervals as pairwise_auc_intervals,
)
from aucurate.inference.multiclass.volume import dreiseitl_interval as dreiseitl_interval
from aucurate.inference.multiclass.volume import volume_interval as volume_interval
from aucurate.inference.multiclass.volume import volume_joint_test as volume_joint_test
from aucurate.inference.multiclass.volume import volume_null_test as volume_null_test
from aucurate.inference.multiclass.volume import volume_test as volume_test

__all__: list[str]
