// The Python face of decisions by weighted scores.
#include <optional>

#include "bindings.hpp"
#include "confusions.hpp"
#include "parallel.hpp"

namespace aucurate {

namespace {

using Confusions = nb::ndarray<std::int64_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

// Vectors that share one arrangement of a tile: enough to pay for it, few enough that the caller is
// asked in time and that every thread has something to do.
std::size_t vectors_at_a_time(std::size_t vectors, std::size_t tiles, std::size_t work, unsigned threads) {
    const std::size_t enough = std::clamp<std::size_t>(200'000'000 / std::max<std::size_t>(work, 1), 256, 4096);
    const std::size_t parts = 4 * threads / std::max<std::size_t>(tiles, 1) + 1;
    return std::min(enough, std::max<std::size_t>(16, (vectors + parts - 1) / parts));
}

template <class Float>
void weighted_confusions(Matrix<const Float> values, Vector<const std::int64_t> codes, Matrix<const double> weights,
                         Confusions confusions, unsigned threads, nb::handle progress) {
    const std::size_t observations = values.shape(1), classes = values.shape(0), vectors = weights.shape(0);
    const Table<Float> table{values.data(), codes.data(), classes, observations};
    nb::gil_scoped_release unlocked;
    const WeightVectors parsed(weights.data(), vectors, classes);
    const bool grouped = worth_grouping(classes, vectors);
    const std::size_t size = std::max<std::size_t>(1, std::min(observations, tile_size(classes, grouped)));
    const std::size_t tiles = (observations + size - 1) / size;
    const std::size_t each = vectors_at_a_time(vectors, tiles, size * classes, threads);
    const std::size_t parts = (vectors + each - 1) / each;
    Monitor monitor(progress, parts * tiles);
    std::vector<std::optional<Tile>> own(threads);
    parallel_for(parts * tiles, threads, &monitor, [&](std::size_t item, unsigned worker) {
        const std::size_t begin = item % tiles * size, first = item / tiles * each;
        if (!own[worker]) own[worker].emplace(classes, grouped, size);
        own[worker]->load(table, begin, std::min(observations, begin + size));
        own[worker]->count(parsed, first, std::min(vectors, first + each), confusions.data());
    });
}

}  // namespace

void bind_weighted(nb::module_& module) {
    using namespace nanobind::literals;
    module.def("weighted_confusions", &weighted_confusions<double>, "values"_a, "codes"_a, "weights"_a, "confusions"_a, "threads"_a, "progress"_a.none());
    module.def("weighted_confusions", &weighted_confusions<float>, "values"_a, "codes"_a, "weights"_a, "confusions"_a, "threads"_a, "progress"_a.none());
}

}  // namespace aucurate
