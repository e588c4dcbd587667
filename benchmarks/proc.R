# Seconds that pROC takes: Rscript proc.R FILE QUESTION REPEATS; FILE has the columns y, a, b.
suppressMessages(library(pROC))
given <- commandArgs(trailingOnly = TRUE)
data <- read.csv(given[1])
repeats <- as.integer(given[3])
a <- roc(data$y, data$a, levels = c(0, 1), direction = "<")
b <- roc(data$y, data$b, levels = c(0, 1), direction = "<")
set.seed(1)
spent <- system.time({
  if (given[2] == "bootstrap") {
    answer <- ci.auc(a, method = "bootstrap", boot.n = repeats, progress = "none")[2]
  } else {
    answer <- roc.test(a, b, method = "venkatraman", boot.n = repeats, progress = "none")$statistic
  }
})
cat(sprintf("%.6f %.17g %s %s\n", spent[["elapsed"]], answer, packageVersion("pROC"), getRversion()))
