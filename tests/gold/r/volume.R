# Writes volume.json: volumes under the ROC surface and their variances by three R packages, on data sets of base R.
#   cd tests/gold/r && Rscript volume.R DIR
# DIR holds emp.vus.R of trinROC (CRAN mirror github.com/cran/trinROC, commit a0604ac), vusMAR.cpp of bcROCsurface
# (github.com/toduckhanh/bcROCsurface, commit 5275621) and VUSvar.R of VUROCS 1.0: their published sources, without
# checks of arguments and parallel branches, because the packages themselves could not be installed here. The variance
# of bcROCsurface is the last step of its asyVarVUS, FULL estimator.
suppressMessages(library(jsonlite))
from <- commandArgs(trailingOnly = TRUE)[1]
source(file.path(from, "emp.vus.R"))
source(file.path(from, "VUSvar.R"))
Rcpp::sourceCpp(file.path(from, "vusMAR.cpp"))

set <- function(name, labels, scores, order) list(
  name = unbox(name), labels = as.character(labels), scores = scores, order = order)
fed <- chickwts[chickwts$feed %in% c("horsebean", "linseed", "casein"), ]
sets <- list(
  set("iris, sepal length", iris$Species, iris$Sepal.Length, levels(iris$Species)),
  set("iris, petal width", iris$Species, iris$Petal.Width, levels(iris$Species)),
  set("mtcars, weight by cylinders", mtcars$cyl, mtcars$wt, c("4", "6", "8")),
  set("mtcars, minus gears by cylinders", mtcars$cyl, -mtcars$gear, c("4", "6", "8")),
  set("PlantGrowth", PlantGrowth$group, PlantGrowth$weight, c("trt1", "ctrl", "trt2")),
  set("chickwts", fed$feed, fed$weight, c("horsebean", "linseed", "casein")))

variance <- function(x, y, z) {
  core <- vus_c_full_core(x, y, z)
  part <- function(own, others) var(own / others) / length(own)
  part(core$ind1, length(y) * length(z)) + part(core$ind2, length(x) * length(z)) +
    part(core$ind3, length(x) * length(y))
}
answered <- lapply(sets, function(s) {
  x <- s$scores[s$labels == s$order[1]]
  y <- s$scores[s$labels == s$order[2]]
  z <- s$scores[s$labels == s$order[3]]
  vurocs <- VUSvar(match(s$labels, s$order), s$scores)
  c(s, list(trinROC_volume = unbox(emp.vus(x, y, z)), bcROCsurface_variance = unbox(variance(x, y, z)),
            VUROCS_volume = unbox(vurocs$val), VUROCS_variance = unbox(vurocs$var)))
})
write_json(list(
  item = unbox("volume under the ROC surface of three ordered classes"),
  tool = list(R = unbox(R.version.string), trinROC = unbox("a0604ac"), bcROCsurface = unbox("5275621"),
              VUROCS = unbox("1.0")),
  call = unbox("emp.vus(x, y, z); vus_c_full_core(x, y, z) as in asyVarVUS; VUSvar(y, fx)"),
  sets = answered
), "volume.json", digits = NA)
