"""Aslan, Yildiz and Alpaydin (2009): five algorithms on 13 data sets, 30 training sets each.

``make scores`` (it runs ``python -m aucurate_papers.aslan_2009.training``) trains what is not in
the cache yet, and writes the scores where the exhibits read them
(``aucurate_papers.aslan_2009.study``); ``python -m aucurate_papers.aslan_2009.training.export``
writes them again without training.
"""
