"""From estimators and a splitter to FoldScores, through joblib; no test lives here."""
