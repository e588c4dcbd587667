// The Python face of permutations of whole curves.
#include "bindings.hpp"
#include "parallel.hpp"
#include "venkatraman.hpp"

namespace aucurate {

namespace {

void paired_curve_distances(Vector<const std::uint32_t> entries, Vector<const std::uint32_t> begins,
                            Vector<const std::uint32_t> groups, std::uint64_t key, std::uint64_t first_replicate,
                            Vector<double> distances, unsigned threads, nb::handle progress) {
    const Runs runs{begins.data(), groups.data(), groups.size() - 1};
    const std::size_t observations = entries.size() / 2;
    nb::gil_scoped_release unlocked;
    Monitor monitor(progress, distances.size());
    const std::size_t workers = worker_count(distances.size(), threads);
    std::vector<PairedDraws> draws(workers, PairedDraws(observations, runs.group_count));
    std::vector<std::vector<double>> curves(2 * workers, std::vector<double>(observations + 1));
    parallel_for(distances.size(), threads, &monitor, [&](std::size_t replicate, unsigned worker) {
        draws[worker].draw(PhiloxStream(key, first_replicate + replicate));
        distances.data()[replicate] = paired_distance(entries.data(), runs, draws[worker], &curves[2 * worker]);
    });
}

double paired_curve_distance(Vector<const std::uint32_t> entries, Vector<const std::uint32_t> begins,
                             Vector<const std::uint32_t> groups) {
    const Runs runs{begins.data(), groups.data(), groups.size() - 1};
    const std::vector<double> curve(entries.size() / 2 + 1);
    std::vector<double> curves[2] = {curve, curve};
    return paired_distance(entries.data(), runs, PairedDraws(entries.size() / 2, runs.group_count), curves);
}

void paired_curve_draws(std::uint64_t key, std::uint64_t replicate, Vector<std::uint8_t> flips,
                        Matrix<std::uint8_t> turned) {
    PairedDraws draws(flips.size(), turned.shape(1));
    draws.draw(PhiloxStream(key, replicate));
    std::copy(draws.flips.begin(), draws.flips.end(), flips.data());
    for (unsigned column = 0; column < 2; ++column)
        std::copy(draws.turned[column].begin(), draws.turned[column].end(), turned.data() + column * turned.shape(1));
}

// The sizes of both test sets as (first negatives, first positives, second negatives, second positives).
void unpaired_curve_distances(Labels positive, Vector<const std::uint32_t> begins, Vector<const std::uint32_t> groups,
                              Vector<const std::uint64_t> sizes, double share, std::uint64_t key,
                              std::uint64_t first_replicate, Vector<double> distances, unsigned threads,
                              nb::handle progress) {
    const Runs runs{begins.data(), groups.data(), groups.size() - 1};
    const std::size_t size[4] = {sizes.data()[0], sizes.data()[1], sizes.data()[2], sizes.data()[3]};
    nb::gil_scoped_release unlocked;
    Monitor monitor(progress, distances.size());
    const std::size_t workers = worker_count(distances.size(), threads);
    std::vector<UnpairedDraws> draws(workers, UnpairedDraws(positive.size(), runs.group_count));
    std::vector<std::vector<Corner>> corners(2 * workers);
    parallel_for(distances.size(), threads, &monitor, [&](std::size_t replicate, unsigned worker) {
        draws[worker].draw(PhiloxStream(key, first_replicate + replicate), positive.data(), size);
        for (unsigned test_set = 0; test_set < 2; ++test_set)
            corners_of(positive.data(), runs, draws[worker], test_set, share, size + 2 * test_set,
                       corners[2 * worker + test_set]);
        distances.data()[replicate] = distance_along(corners[2 * worker], corners[2 * worker + 1]);
    });
}

double unpaired_curve_distance(Labels positive, Vector<const std::uint32_t> begins, Vector<const std::uint32_t> groups,
                               Vector<const std::uint64_t> sizes, double share, Labels second) {
    const Runs runs{begins.data(), groups.data(), groups.size() - 1};
    const std::size_t size[4] = {sizes.data()[0], sizes.data()[1], sizes.data()[2], sizes.data()[3]};
    UnpairedDraws draws(positive.size(), runs.group_count);
    std::copy_n(second.data(), second.size(), draws.second.begin());
    std::vector<Corner> corners[2];
    for (unsigned test_set = 0; test_set < 2; ++test_set)
        corners_of(positive.data(), runs, draws, test_set, share, size + 2 * test_set, corners[test_set]);
    return distance_along(corners[0], corners[1]);
}

void unpaired_curve_draws(Labels positive, Vector<const std::uint64_t> sizes, std::uint64_t key, std::uint64_t replicate,
                          Vector<std::uint8_t> second, Vector<std::uint8_t> turned) {
    const std::size_t size[2] = {sizes.data()[0], sizes.data()[1]};
    UnpairedDraws draws(second.size(), turned.size());
    draws.draw(PhiloxStream(key, replicate), positive.data(), size);
    std::copy(draws.second.begin(), draws.second.end(), second.data());
    std::copy(draws.turned.begin(), draws.turned.end(), turned.data());
}

}  // namespace

void bind_curves(nb::module_& module) {
    using namespace nanobind::literals;
    module.def("paired_curve_distances", &paired_curve_distances, "entries"_a, "begins"_a, "groups"_a, "key"_a, "first_replicate"_a, "distances"_a, "threads"_a, "progress"_a.none());
    module.def("paired_curve_distance", &paired_curve_distance, "entries"_a, "begins"_a, "groups"_a);
    module.def("paired_curve_draws", &paired_curve_draws, "key"_a, "replicate"_a, "flips"_a, "turned"_a);
    module.def("unpaired_curve_distances", &unpaired_curve_distances, "positive"_a, "begins"_a, "groups"_a, "sizes"_a, "share"_a, "key"_a, "first_replicate"_a, "distances"_a, "threads"_a, "progress"_a.none());
    module.def("unpaired_curve_distance", &unpaired_curve_distance, "positive"_a, "begins"_a, "groups"_a, "sizes"_a, "share"_a, "second"_a);
    module.def("unpaired_curve_draws", &unpaired_curve_draws, "positive"_a, "sizes"_a, "key"_a, "replicate"_a, "second"_a, "turned"_a);
}

}  // namespace aucurate
