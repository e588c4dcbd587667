"""Aslan, Yildiz and Alpaydin (2009): five algorithms on 13 data sets, 30 training sets each.

``python -m papers.aslan_2009`` trains what is not in the cache yet; ``described.results`` gives the
scores of every data set as ``FoldScores``.
"""
