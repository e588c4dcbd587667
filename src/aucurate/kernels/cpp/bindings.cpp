// The Python module of the kernels (aucurate.kernels).
#include "bindings.hpp"
#include "parallel.hpp"

NB_MODULE(_kernels, module) {
    nanobind::exception<aucurate::Cancelled>(module, "Cancelled");
    aucurate::bind_cells(module);
    aucurate::bind_ranking(module);
    aucurate::bind_resampling(module);
    aucurate::bind_curves(module);
    aucurate::bind_weighted(module);
}
