# Writes proportions.json: intervals of one proportion and McNemar's tests in base R.
#   cd tests/gold/r && Rscript proportions.R
suppressMessages(library(jsonlite))
one <- list(c(81, 263), c(15, 148), c(0, 20), c(1, 29), c(29, 29), c(7, 10), c(1, 1), c(4321, 50000))
shares <- lapply(one, function(v) lapply(c(0.9, 0.95, 0.999), function(level) list(
  successes = unbox(v[1]), trials = unbox(v[2]), confidence = unbox(level),
  wilson = suppressWarnings(as.numeric(prop.test(v[1], v[2], conf.level = level, correct = FALSE)$conf.int)),
  clopper_pearson = as.numeric(binom.test(v[1], v[2], conf.level = level)$conf.int))))
pairs <- list(c(1, 1, 7, 12), c(36, 12, 2, 0), c(794, 86, 150, 570), c(50, 3, 3, 10), c(10, 9, 0, 5))
tests <- lapply(pairs, function(v) list(
  table = v,
  chi_square = unbox(as.numeric(mcnemar.test(matrix(v, 2), correct = FALSE)$statistic)),
  p_value = unbox(mcnemar.test(matrix(v, 2), correct = FALSE)$p.value),
  exact = unbox(binom.test(v[2], v[2] + v[3])$p.value),
  exact_greater = unbox(binom.test(v[2], v[2] + v[3], alternative = "greater")$p.value)))
write_json(list(
  item = unbox("intervals of one proportion; McNemar's test (table: both, first only, second only, neither)"),
  tool = list(R = unbox(R.version.string)),
  call = unbox("prop.test(x, n, correct=FALSE); binom.test(x, n); mcnemar.test(correct=FALSE); binom.test(b, b + c)"),
  shares = unlist(shares, recursive = FALSE), tests = tests
), "proportions.json", digits = NA)
