"""What Betinec (2008) prints of the test and of its example, and nothing of ours."""

PRINTED_T = 0.9379
PRINTED_P = "0.7483"
"""The observed ratio of the two estimates of zeta and its p-value, section 3."""

PRINTED_T_DIGITS = 4
PRINTED_LEVEL = 0.05

PRINTED_OBSERVATIONS = 1849
PRINTED_TRAINING = 1387
PRINTED_TEST = 462
PRINTED_PREVALENCE = 0.32
"""The survey AKTER. How many of each class are in the halves of the test set is not printed."""

PRINTED_POWER_OF_LDA = 2.0
"""The score of the discriminant analysis was squared. No transformation of the other one is named,
but the sentence that follows is broken."""

PRINTED_LIMIT = 2.0
"""The density of T is printed for t below this number divided by R."""

PRINTED_FINDING = "Neither of the classifiers outperforms significantly the other"
