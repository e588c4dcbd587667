"""What Gajowniczek, Ząbkowski and Szupiluk (2014) print, to the last digit, and nothing of ours."""

PRINTED_SIZES = {
    "observations": 71047,
    "calibration half": 40000,
    "who left in the calibration half": 20000,
    "validation half": 31047,
    "explanatory variables": 75,
}
"""What the paper says of cell2cell, and how many of its variables it used."""

PRINTED_LEFT = 1.96
"""Percent who left in the validation half."""

PRINTED_MODELS = {
    "SANN": "artificial neural network",
    "Boosting": "boosting classification trees",
    "Logit": "logistic regression",
    "C&RT": "classification trees",
    "GDA": "discriminant analysis",
}

PRINTED_TABLE_2 = (
    (0.90, 1, 1, 5, 0.2, 5, 5, 1.0, 0.0),
    (0.85, 1, 2, 5, 0.4, 5, 5, 1.0, 0.0),
    (0.75, 0, 2, 5, 0.4, 4, 5, 0.8, 0.2),
    (0.70, 1, 3, 5, 0.6, 4, 5, 0.8, 0.2),
    (0.55, 1, 4, 5, 0.8, 4, 5, 0.8, 0.2),
    (0.45, 0, 4, 5, 0.8, 3, 5, 0.6, 0.4),
    (0.40, 0, 4, 5, 0.8, 2, 5, 0.4, 0.6),
    (0.35, 0, 4, 5, 0.8, 1, 5, 0.2, 0.8),
    (0.25, 1, 5, 5, 1.0, 1, 5, 0.2, 0.8),
    (0.10, 0, 5, 5, 1.0, 0, 5, 0.0, 1.0),
)
"""Score, label, then TP, TP+FN, SE, TN, TN+FP, SP, 1-SP at the threshold of that score."""

PRINTED_TABLE_3 = {
    "SANN": (2.88e-18, 1.18, 0.6694, 1.37),
    "Boosting": (1.02e-22, 1.16, 0.2164, 1.41),
    "Logit": (1.01e-08, 0.77, 0.0380, 0.71),
    "C&RT": (7.93e-51, 1.13, 1.20e-16, 1.55),
    "GDA": (2.27e-08, 0.79, 0.0181, 0.80),
}
"""Shapiro-Wilk p-value and lambda of the negatives, then of the positives.

The columns are headed "Negative cases (churn=1)" and "Positive cases (churn=0)". Words and brackets
contradict each other; we go by the words, as a p-value of 0.67 is of the small class.
"""

PRINTED_TABLE_4 = {
    "SANN": (0.6242784, 0.6242784, 0.6864752),
    "Boosting": (0.6632097, 0.6632097, 0.7045478),
    "Logit": (0.6189685, 0.6189685, 0.6072612),
    "C&RT": (0.6215373, 0.6227865, 0.752052),
    "GDA": (0.6190384, 0.6190384, 0.6288627),
}
"""Mann-Whitney, trapezoidal integration, normal assumption."""

PRINTED_TABLE_5 = {
    ("SANN", "Boosting"): 0.02417606,
    ("SANN", "Logit"): 0.75930305,
    ("SANN", "C&RT"): 0.93139089,
    ("SANN", "GDA"): 0.76237611,
    ("Boosting", "Logit"): 0.01042189,
    ("Boosting", "C&RT"): 0.01925184,
    ("Boosting", "GDA"): 0.01054391,
    ("Logit", "C&RT"): 0.82563864,
    ("Logit", "GDA"): 0.99678138,
    ("C&RT", "GDA"): 0.82878156,
}
"""Two-sided p-values of eq. 11."""
