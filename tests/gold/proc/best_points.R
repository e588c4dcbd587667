# Writes best_points.json: pROC's best points by Youden and closest corner, plain and weighted.
#   cd tests/gold/proc && Rscript best_points.R
suppressMessages({library(pROC); library(jsonlite)})
sets <- fromJSON("../datasets.json", simplifyVector = TRUE)$binary
weights <- list(plain = c(1, 0.5), dear = c(5, 0.1), rare = c(1, 0.02), common = c(0.5, 0.8))
best <- function(r, method, w) {
  found <- suppressWarnings(coords(r, "best", best.method = method, best.weights = w, transpose = FALSE,
    ret = c("threshold", "specificity", "sensitivity")))
  lapply(as.list(found), function(v) I(as.numeric(v)))
}
out <- list()
for (name in names(sets)) {
  d <- sets[[name]]
  out[[name]] <- lapply(list(a = as.numeric(d$a), b = as.numeric(d$b)), function(s) {
    r <- roc(d$y, s, levels = c(0, 1), direction = "<")
    lapply(weights, function(w) list(
      youden = best(r, "youden", w), closest.topleft = best(r, "closest.topleft", w)))
  })
}
write_json(list(
  item = unbox("best points by Youden and closest corner, with weights"),
  tool = list(R = unbox(R.version.string), pROC = unbox(as.character(packageVersion("pROC")))),
  call = unbox("coords(roc(y, s, levels=c(0,1), direction='<'), 'best', best.method, best.weights=c(cost, prevalence))"),
  weights = weights,
  binary = out
), "best_points.json", digits = NA)
