"""Betinec (2008): the biexponential model, its two theorems and its example.

The formulas come out, and so does the one p-value that is printed. The survey behind the example
could not be found; its design is run on another survey of the same sizes, which also shows what the
design costs. :mod:`aucurate_papers.betinec_2008.exhibits` lists all of it.

Betinec, M. (2008). Testing the difference of the ROC curves in biexponential model. Tatra Mountains
Mathematical Publications 39, 215-223.
"""
