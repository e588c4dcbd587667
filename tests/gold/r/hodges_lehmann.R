# Rscript hodges_lehmann.R > hodges_lehmann.json
# Wilcoxon's signed rank test with its exact interval, of differences without ties or zeros that
# this script makes itself; and the binomial p-value of the sign test.
sets <- list(
  seven = c(-0.005, 0.008, -0.017, -0.033, -0.006, 0.0055, -0.0071),
  twelve = round(sin(1:12) / 10 + 0.03, 6),
  forty = round(cos((1:40)^1.5) / 7 + 0.02, 6)
)
number <- function(x) format(x, digits = 17)
rows <- vapply(names(sets), function(name) {
  d <- sets[[name]]
  stopifnot(!anyDuplicated(abs(d)), all(d != 0))
  wide <- wilcox.test(d, exact = TRUE, conf.int = TRUE)
  narrow <- wilcox.test(d, exact = TRUE, conf.int = TRUE, conf.level = 0.8)
  less <- wilcox.test(d, exact = TRUE, alternative = "less")
  sprintf('"%s":{"differences":[%s],"v":%s,"p":%s,"p_less":%s,"estimate":%s,"ci95":[%s],"ci80":[%s],"sign":%s}',
    name, paste(vapply(d, number, ""), collapse = ","), number(unname(wide$statistic)),
    number(wide$p.value), number(less$p.value), number(unname(wide$estimate)),
    paste(vapply(wide$conf.int, number, ""), collapse = ","),
    paste(vapply(narrow$conf.int, number, ""), collapse = ","),
    number(binom.test(sum(d > 0), length(d))$p.value))
}, "")
cat(sprintf('{"tool":"R %s","call":"wilcox.test(d, exact = TRUE, conf.int = TRUE); binom.test","sets":{%s}}\n',
  paste(R.version$major, R.version$minor, sep = "."), paste(rows, collapse = ",")))
