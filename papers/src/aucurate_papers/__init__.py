"""The papers' tables and figures, ours beside theirs: one package per paper.

A paper's package holds what the paper prints (named ``PRINTED_...``), computes everything else, and
lists what can be run as ``ENTRIES`` in its module ``exhibits``. An :class:`exhibit.Exhibit` is one
table, figure or claim with its state; :mod:`running` says what a run is given and keeps what is
finished, :mod:`page` writes it all down, :mod:`reproduce` is the command. Data sets come from the
user's folder, learners from scikit-learn; only :mod:`aslan_2009.training` needs Weka too, which is
GPL, needs Java and is never installed along.
"""
