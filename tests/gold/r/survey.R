# Writes survey.json: rates and AUCs of grouped and weighted observations by R's survey package.
#
# Rscript tests/gold/r/survey.R > tests/gold/r/survey.json
#
# The variance of the AUC is that of the total of its influences, which are written out below as
# pairs; the package adds them up by group. In the first two blocks every group holds one class, and
# the classes are strata, so that each has its own number of groups; in the last two every group
# holds both classes.
suppressMessages(library(survey))
options(digits = 17)

set.seed(1997)
n_groups <- 36
sizes <- rep(c(1, 2, 3, 5), length.out = n_groups)
patient <- rep(seq_len(n_groups), sizes)
y <- as.integer(patient %% 3 == 0)
effect <- rnorm(n_groups)[patient]
a <- round(1.2 * y + 0.8 * effect + rnorm(length(y)), 1)
b <- round(0.7 * y + 0.8 * effect + rnorm(length(y)), 1)
w <- round(rgamma(length(y), 2, 1) + 0.05, 3)
threshold <- 0.6

numbers <- function(x) paste0("[", paste(format(x, digits = 17, trim = TRUE), collapse = ", "), "]")

influences <- function(y, score, weight) {
  up <- y == 1
  wins <- outer(score[up], score[!up], function(p, q) (p > q) + 0.5 * (p == q))
  p <- weight[up] / sum(weight[up])
  q <- weight[!up] / sum(weight[!up])
  auc <- sum(outer(p, q) * wins)
  each <- numeric(length(score))
  each[up] <- p * (as.vector(wins %*% q) - auc)
  each[!up] <- q * (as.vector(p %*% wins) - auc)
  list(auc = auc, each = each)
}

block <- function(name, weight) {
  frame <- data.frame(patient, y, a, b, weight)
  frame$called <- as.integer(a >= threshold)
  one <- influences(y, a, weight)
  other <- influences(y, b, weight)
  frame$of_a <- one$each / weight
  frame$of_b <- other$each / weight
  design <- svydesign(ids = ~patient, strata = ~y, weights = ~weight, data = frame)
  totals <- svytotal(~ of_a + of_b, design)
  spread <- as.numeric(vcov(totals))
  positives <- svydesign(ids = ~patient, weights = ~weight, data = frame[frame$y == 1, ])
  negatives <- svydesign(ids = ~patient, weights = ~weight, data = frame[frame$y == 0, ])
  found <- svymean(~called, positives)
  passed <- svymean(~called, negatives)
  beta <- confint(svyciprop(~called, positives, method = "beta"))
  logit <- confint(svyciprop(~called, positives, method = "logit"))
  paste0(
    '"', name, '": {"auc_a": ', format(one$auc, digits = 17),
    ', "auc_b": ', format(other$auc, digits = 17),
    ', "covariance": ', numbers(spread),
    ', "sensitivity": ', numbers(c(coef(found), SE(found))),
    ', "false_positive_rate": ', numbers(c(coef(passed), SE(passed))),
    ', "sensitivity_korn_graubard": ', numbers(as.numeric(beta)),
    ', "sensitivity_logit": ', numbers(as.numeric(logit)),
    ', "degrees_of_freedom": ', degf(positives), "}"
  )
}

mixed_patient <- rep(1:24, each = 4)
mixed_y <- rep(c(1, 0, 0, 1), 24)
mixed_effect <- rnorm(24)[mixed_patient]
mixed_a <- round(mixed_y + mixed_effect + rnorm(96), 1)
mixed_w <- round(rgamma(96, 2, 1) + 0.05, 3)

mixed_block <- function(name, weight) {
  one <- influences(mixed_y, mixed_a, weight)
  frame <- data.frame(mixed_patient, weight, of_a = one$each / weight)
  design <- svydesign(ids = ~mixed_patient, weights = ~weight, data = frame)
  paste0(
    '"', name, '": {"auc": ', format(one$auc, digits = 17),
    ', "standard_error": ', format(as.numeric(SE(svytotal(~of_a, design))), digits = 17), "}"
  )
}

cat(
  "{\n",
  '"tool": "R ', R.version$major, ".", R.version$minor, ', survey ',
  as.character(packageVersion("survey")), '",\n',
  '"threshold": ', threshold, ",\n",
  '"y": ', numbers(y), ",\n", '"patient": ', numbers(patient), ",\n",
  '"a": ', numbers(a), ",\n", '"b": ', numbers(b), ",\n", '"w": ', numbers(w), ",\n",
  block("groups", rep(1, length(y))), ",\n",
  block("groups_and_weights", w), ",\n",
  '"mixed_y": ', numbers(mixed_y), ",\n", '"mixed_patient": ', numbers(mixed_patient), ",\n",
  '"mixed_a": ', numbers(mixed_a), ",\n", '"mixed_w": ', numbers(mixed_w), ",\n",
  mixed_block("mixed", rep(1, 96)), ",\n",
  mixed_block("mixed_and_weights", mixed_w), "\n}\n",
  sep = ""
)
