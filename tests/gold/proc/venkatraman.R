# Writes venkatraman.json: pROC's Venkatraman statistics of the data sets without ties.
#   cd tests/gold/proc && Rscript venkatraman.R
suppressMessages({library(pROC); library(jsonlite)})
sets <- fromJSON("../datasets.json", simplifyVector = TRUE)$binary
out <- list()
for (name in names(sets)) {
  d <- sets[[name]]
  a <- as.numeric(d$a); b <- as.numeric(d$b)
  if (anyDuplicated(a) || anyDuplicated(b)) next
  ra <- roc(d$y, a, levels = c(0, 1), direction = "<")
  rb <- roc(d$y, b, levels = c(0, 1), direction = "<")
  one <- function(paired) suppressWarnings(suppressMessages(unname(roc.test(ra, rb, method = "venkatraman",
    paired = paired, boot.n = 2, progress = "none")$statistic)))
  out[[name]] <- list(paired = unbox(one(TRUE)), unpaired = unbox(one(FALSE)))
}
write_json(list(
  item = unbox("Venkatraman's statistic E of the data sets without ties"),
  tool = list(R = unbox(R.version.string), pROC = unbox(as.character(packageVersion("pROC")))),
  call = unbox("roc.test(ra, rb, method='venkatraman', paired=TRUE|FALSE)$statistic; boot.n does not enter it"),
  binary = out
), "venkatraman.json", digits = NA)
