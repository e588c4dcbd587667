# Rscript power.R: writes power.json from ../datasets.json with pROC's power.roc.test.
suppressMessages({library(pROC); library(jsonlite)})
number <- function(x) if (is.null(x)) NULL else as.numeric(x)
record <- function(asked, r) {
  answer <- lapply(c(auc = "auc", ncases = "ncases", ncontrols = "ncontrols", sig.level = "sig.level",
    power = "power"), function(key) number(r[[key, exact = TRUE]]))
  c(asked, list(answer = Filter(Negate(is.null), answer)))
}
one <- list()
for (auc in c(.6, .73, .8, .9)) for (kappa in c(.5, 1, 1.7)) for (alternative in c("two.sided", "one.sided")) {
  asked <- list(auc = auc, sig.level = .05, power = .9, kappa = kappa, alternative = alternative)
  one <- c(one, list(record(list(asked = asked), do.call(power.roc.test, asked))))
  asked <- list(auc = auc, ncases = 41, ncontrols = round(41 * kappa), sig.level = .05, alternative = alternative)
  one <- c(one, list(record(list(asked = asked), do.call(power.roc.test, asked))))
}
for (power in c(.5, .8, .95)) {
  asked <- list(ncases = 41, ncontrols = 72, auc = .7, power = power, sig.level = NULL)
  one <- c(one, list(record(list(asked = list(ncases = 41, ncontrols = 72, auc = .7, power = power)),
    power.roc.test(ncases = 41, ncontrols = 72, auc = .7, power = power, sig.level = NULL))))
  asked <- list(ncases = 41, ncontrols = 72, power = power, sig.level = .05)
  one <- c(one, list(record(list(asked = asked), do.call(power.roc.test, asked))))
}
sets <- fromJSON("../datasets.json")$binary
two <- list()
for (name in c("n100_noties", "n101_odd", "n200_negcorr", "n250_exp")) {
  d <- sets[[name]]
  a <- roc(d$y, d$a, levels = c(0, 1), direction = "<"); b <- roc(d$y, d$b, levels = c(0, 1), direction = "<")
  for (alternative in c("two.sided", "one.sided")) for (order in c("a, b", "b, a")) {
    x <- if (order == "a, b") list(a, b) else list(b, a)
    base <- list(data = name, order = order, alternative = alternative)
    two <- c(two, list(record(c(base, list(wanted = "power")), power.roc.test(x[[1]], x[[2]], alternative = alternative))))
    two <- c(two, list(record(c(base, list(wanted = "size")), power.roc.test(x[[1]], x[[2]], power = .9, alternative = alternative))))
  }
}
write(toJSON(list(
  item = "power.roc.test: one curve (Obuchowski's variance, null 0.5); two curves with DeLong's variance of a pilot",
  tool = list(R = R.version.string, pROC = as.character(packageVersion("pROC"))),
  call = "one: power.roc.test(auc, ncases, ncontrols, sig.level, power, kappa, alternative), the missing one is found; two: roc(y, a, levels=c(0,1), direction='<'), power.roc.test(roc1, roc2, alternative[, power=0.9])",
  one = one, two = two), digits = NA, auto_unbox = TRUE), "power.json")
