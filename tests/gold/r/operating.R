# Writes operating.json: predictive values and paired differences at a threshold of grouped and
# weighted observations, by R's survey package, from the data of survey.json.
#
# Rscript tests/gold/r/operating.R > tests/gold/r/operating.json
#
# All observations are one sample of groups, whatever their class.
suppressMessages(library(survey))

text <- paste(readLines("tests/gold/r/survey.json"), collapse = "")
values <- function(name) {
  found <- regmatches(text, regexec(paste0('"', name, '": \\[([^]]*)\\]'), text))[[1]][2]
  as.numeric(strsplit(found, ",")[[1]])
}
given <- sapply(c("y", "patient", "a", "b", "w"), values, simplify = FALSE)
given$threshold <- as.numeric(sub('.*"threshold": ([0-9.]+).*', "\\1", text))
called_a <- as.integer(given$a >= given$threshold)
called_b <- as.integer(given$b >= given$threshold)

numbers <- function(x) paste0("[", paste(format(x, digits = 17, trim = TRUE), collapse = ", "), "]")

block <- function(name, weight) {
  frame <- data.frame(
    patient = given$patient, y = given$y, weight, called_a, called_b,
    found_a = called_a * given$y, found_b = called_b * given$y,
    right = as.integer(called_a == given$y) - as.integer(called_b == given$y),
    net = called_a * given$y - called_a * (1 - given$y) / 4
  )
  design <- svydesign(ids = ~patient, weights = ~weight, data = frame)
  ratios <- svyratio(~ found_a + found_b, ~ called_a + called_b, design)
  ppv <- c(coef(ratios)[1], SE(ratios)[1], coef(ratios)[4], SE(ratios)[4])
  accuracy <- svymean(~right, design)
  net <- svymean(~net, design)
  positives <- svydesign(ids = ~patient, weights = ~weight, data = frame[frame$y == 1, ])
  sensitivity <- svymean(~right, positives)
  totals <- svytotal(~ found_a + called_a + found_b + called_b, design)
  apart <- svycontrast(totals, quote(found_a / called_a - found_b / called_b))
  paste0(
    '"', name, '": {"positive_predictive_values": ', numbers(ppv),
    ', "predictive_value_difference": ', numbers(c(coef(apart), SE(apart))),
    ', "accuracy_difference": ', numbers(c(coef(accuracy), SE(accuracy))),
    ', "sensitivity_difference": ', numbers(c(coef(sensitivity), SE(sensitivity))),
    ', "net_benefit": ', numbers(c(coef(net), SE(net))), "}"
  )
}

cat(
  "{\n",
  '"tool": "R ', R.version$major, ".", R.version$minor, ', survey ',
  as.character(packageVersion("survey")), '",\n',
  block("groups", rep(1, length(given$y))), ",\n",
  block("groups_and_weights", given$w), "\n}\n",
  sep = ""
)
