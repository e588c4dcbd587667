// What the files that bind the kernels to Python share. Arrays arrive checked, outputs allocated.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>

namespace aucurate {

namespace nb = nanobind;

template <class T> using Vector = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T> using Matrix = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Labels = Vector<const std::uint8_t>;

void bind_cells(nb::module_& module);
void bind_ranking(nb::module_& module);
void bind_resampling(nb::module_& module);
void bind_curves(nb::module_& module);
void bind_weighted(nb::module_& module);

}  // namespace aucurate
