"""Aslan, Yildiz and Alpaydin (2009): five algorithms on 13 data sets, 30 training sets each.

``make scores`` (it runs ``python -m papers.aslan_2009``) trains what is not in the cache yet, and
writes the scores where the package reads them (``aucurate.reproductions.aslan_2009``);
``python -m papers.aslan_2009.export`` writes them again without training.
"""
