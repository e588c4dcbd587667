# Rscript bandwidths.R > bandwidths.json
# Silverman's rule (bw.nrd0) and Sheather and Jones' solve-the-equation bandwidth (bw.SJ), with so
# many bins that binning does not show, of data that this script makes itself.
sets <- list(
  normal = qnorm(((1:60) - 0.5) / 60) + sin(1:60) / 3,
  skewed = exp(qnorm(((1:80) - 0.5) / 80) + cos(1:80) / 4),
  bimodal = c(qnorm(((1:40) - 0.5) / 40), 5 + qnorm(((1:30) - 0.5) / 30) / 2)
)
number <- function(x) format(x, digits = 17)
rows <- vapply(names(sets), function(name) {
  x <- sets[[name]]
  sprintf('"%s":{"values":[%s],"nrd0":%s,"sj":%s}', name,
    paste(vapply(x, number, ""), collapse = ","), number(bw.nrd0(x)),
    number(bw.SJ(x, nb = 20000, method = "ste", tol = 1e-12)))
}, "")
cat(sprintf('{"tool":"R %s","call":"bw.nrd0(x), bw.SJ(x, nb = 20000, tol = 1e-12)",%s}\n',
  paste(R.version$major, R.version$minor, sep = "."), paste(rows, collapse = ",")))
