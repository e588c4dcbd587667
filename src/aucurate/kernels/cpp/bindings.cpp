// The Python face of the kernels. Arrays arrive checked (aucurate.kernels), outputs allocated.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "kurtosis.hpp"
#include "moments.hpp"
#include "ranking.hpp"
#include "resampling.hpp"
#include "studentised.hpp"
#include "venkatraman.hpp"

namespace aucurate {

template <class T> using Vector = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T> using Matrix = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Labels = Vector<const std::uint8_t>;

nb::object python_int(Wide value) {
    nb::object high = nb::int_(static_cast<std::uint64_t>(value >> 64));
    nb::object low = nb::int_(static_cast<std::uint64_t>(value));
    return (high << nb::int_(64)) | low;
}

nb::tuple python_counts(const PairCounts& counts) {
    return nb::make_tuple(python_int(counts.doubled_wins), python_int(counts.ties));
}

template <class T> nb::ndarray<nb::numpy, T, nb::ndim<1>> owned(std::vector<T>&& values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner);
}

template <class Float>
nb::tuple pair_counts(Vector<const Float> scores, Labels positive, unsigned threads, nb::handle progress) {
    PairCounts counts;
    {
        nb::gil_scoped_release unlocked;
        counts = count_pairs(scores.data(), positive.data(), scores.size(), threads, progress);
    }
    return python_counts(counts);
}

nb::tuple run_length_pair_counts(Vector<const std::uint64_t> positives, Vector<const std::uint64_t> negatives) {
    PairCounts counts;
    Wide negatives_below = 0;
    for (std::size_t i = 0; i < positives.size(); ++i) {
        const Wide here_positive = positives.data()[i], here_negative = negatives.data()[i];
        counts.doubled_wins += here_positive * (2 * negatives_below + here_negative);
        counts.ties += here_positive * here_negative;
        negatives_below += here_negative;
    }
    return python_counts(counts);
}

template <class Float>
nb::object placements(Vector<const Float> scores, Labels positive, Vector<std::int64_t> of_positives,
                      Vector<std::int64_t> of_negatives, unsigned threads, nb::handle progress) {
    Wide ties;
    {
        nb::gil_scoped_release unlocked;
        ties = place(scores.data(), positive.data(), scores.size(), of_positives.data(), of_negatives.data(), threads,
                     progress);
    }
    return python_int(ties);
}

nb::tuple integer_moments(Matrix<const std::int64_t> counts, unsigned threads) {
    std::vector<Wide> sums, products;
    const std::size_t rows = counts.shape(0);
    {
        nb::gil_scoped_release unlocked;
        cross_moments(counts.data(), rows, counts.shape(1), threads, sums, products);
    }
    nb::list sum_list, product_list;
    for (std::size_t r = 0; r < rows; ++r) {
        sum_list.append(python_int(sums[r]));
        nb::list row;
        for (std::size_t s = 0; s < rows; ++s) row.append(python_int(products[std::min(r, s) * rows + std::max(r, s)]));
        product_list.append(row);
    }
    return nb::make_tuple(sum_list, product_list);
}

nb::tuple integer_power_sums(Vector<const std::int64_t> values, unsigned threads) {
    PowerSums sums;
    {
        nb::gil_scoped_release unlocked;
        sums = power_sums(values.data(), values.size(), threads);
    }
    return nb::make_tuple(python_int(sums[0]), python_int(sums[1]), python_int(sums[2]), python_int(sums[3]));
}

template <class Float>
nb::tuple threshold_counts(Vector<const Float> scores, Labels positive, unsigned threads, nb::handle progress) {
    std::vector<Float> values;
    std::vector<std::int64_t> positives, negatives;
    {
        nb::gil_scoped_release unlocked;
        const auto counted = count_thresholds(scores.data(), positive.data(), scores.size(), threads, progress);
        values.reserve(counted.size());
        positives.reserve(counted.size());
        negatives.reserve(counted.size());
        for (const auto& threshold : counted) {
            values.push_back(threshold.value);
            positives.push_back(static_cast<std::int64_t>(threshold.positives));
            negatives.push_back(static_cast<std::int64_t>(threshold.negatives));
        }
    }
    return nb::make_tuple(owned(std::move(values)), owned(std::move(positives)), owned(std::move(negatives)));
}

template <class Float>
void class_order(Vector<const Float> scores, Labels positive, Vector<std::uint32_t> positive_order,
                 Vector<std::uint32_t> negative_order, Vector<std::uint32_t> positives_less,
                 Vector<std::uint32_t> positives_not_greater, unsigned threads) {
    nb::gil_scoped_release unlocked;
    order_classes(scores.data(), positive.data(), scores.size(), positive_order.data(), negative_order.data(),
                  positives_less.data(), positives_not_greater.data(), threads);
}

template <class Float>
void doubled_midranks(Vector<const Float> scores, Vector<std::int64_t> ranks, unsigned threads) {
    nb::gil_scoped_release unlocked;
    double_midranks(scores.data(), scores.size(), ranks.data(), threads);
}

void bootstrap_aucs(Matrix<const std::uint32_t> positive_order, Matrix<const std::uint32_t> negative_order,
                    Matrix<const std::uint32_t> positives_less, Matrix<const std::uint32_t> positives_not_greater,
                    bool stratified, std::uint64_t key, std::uint64_t first_replicate, Matrix<double> aucs,
                    unsigned threads, nb::handle progress) {
    const std::size_t classifiers = aucs.shape(1), replicates = aucs.shape(0);
    const std::size_t positives = positive_order.shape(1), negatives = negative_order.shape(1);
    nb::gil_scoped_release unlocked;
    Monitor monitor(progress, replicates);
    std::vector<Draws> draws(threads, Draws(positives, negatives));
    std::vector<std::vector<std::uint32_t>> below(threads, std::vector<std::uint32_t>(positives + 1));
    parallel_for(replicates, threads, &monitor, [&](std::size_t replicate, unsigned worker) {
        draws[worker].draw(PhiloxStream(key, first_replicate + replicate), stratified);
        for (std::size_t k = 0; k < classifiers; ++k) {
            const Presort presort{positive_order.data() + k * positives, negative_order.data() + k * negatives,
                                  positives_less.data() + k * negatives, positives_not_greater.data() + k * negatives};
            aucs.data()[replicate * classifiers + k] = resampled_auc(presort, draws[worker], below[worker]);
        }
    });
}

void bootstrap_counts(bool stratified, std::uint64_t key, std::uint64_t replicate, Vector<std::int64_t> positives,
                      Vector<std::int64_t> negatives) {
    Draws draws(positives.size(), negatives.size());
    draws.draw(PhiloxStream(key, replicate), stratified);
    std::copy(draws.positives.begin(), draws.positives.end(), positives.data());
    std::copy(draws.negatives.begin(), draws.negatives.end(), negatives.data());
}

void permutation_differences(Vector<const std::uint32_t> steps, std::size_t observations, std::uint64_t key,
                             std::uint64_t first_replicate, Vector<std::int64_t> differences, unsigned threads,
                             nb::handle progress) {
    nb::gil_scoped_release unlocked;
    Monitor monitor(progress, differences.size());
    std::vector<std::vector<std::uint8_t>> flips(threads, std::vector<std::uint8_t>(observations));
    parallel_for(differences.size(), threads, &monitor, [&](std::size_t replicate, unsigned worker) {
        draw_flips(PhiloxStream(key, first_replicate + replicate), flips[worker]);
        differences.data()[replicate] = swapped_difference(steps.data(), steps.size(), flips[worker]);
    });
}

void permutation_flips(std::uint64_t key, std::uint64_t replicate, Vector<std::uint8_t> flips) {
    std::vector<std::uint8_t> drawn(flips.size());
    draw_flips(PhiloxStream(key, replicate), drawn);
    std::copy(drawn.begin(), drawn.end(), flips.data());
}

void studentised_bootstrap(Matrix<const std::uint32_t> positive_order, Matrix<const std::uint32_t> negatives_less,
                           Matrix<const std::uint32_t> negatives_not_greater, Matrix<const std::uint32_t> negative_order,
                           Matrix<const std::uint32_t> positives_less, Matrix<const std::uint32_t> positives_not_greater,
                           Vector<const std::int64_t> contrast, bool stratified, std::uint64_t key,
                           std::uint64_t first_replicate, Matrix<double> aucs, Vector<double> variances, unsigned threads,
                           nb::handle progress) {
    const std::size_t classifiers = aucs.shape(1), replicates = aucs.shape(0);
    const std::size_t m = positive_order.shape(1), n = negative_order.shape(1);
    std::vector<Standing> positives(classifiers), negatives(classifiers);
    for (std::size_t k = 0; k < classifiers; ++k) {
        positives[k] = {positive_order.data() + k * m, negatives_less.data() + k * m, negatives_not_greater.data() + k * m};
        negatives[k] = {negative_order.data() + k * n, positives_less.data() + k * n, positives_not_greater.data() + k * n};
    }
    nb::gil_scoped_release unlocked;
    Monitor monitor(progress, replicates);
    std::vector<Draws> draws(threads, Draws(m, n));
    std::vector<StudentisedScratch> scratch(threads, StudentisedScratch(m, n));
    parallel_for(replicates, threads, &monitor, [&](std::size_t replicate, unsigned worker) {
        draws[worker].draw(PhiloxStream(key, first_replicate + replicate), stratified);
        for (std::size_t k = 0; k < classifiers; ++k) {
            const Presort presort{positives[k].order, negatives[k].order, negatives[k].others_less,
                                  negatives[k].others_not_greater};
            aucs.data()[replicate * classifiers + k] = resampled_auc(presort, draws[worker], scratch[worker].below);
        }
        variances.data()[replicate] =
            resampled_variance(positives, negatives, contrast.data(), draws[worker], scratch[worker]);
    });
}

void paired_curve_distances(Vector<const std::uint32_t> entries, Vector<const std::uint32_t> begins,
                            Vector<const std::uint32_t> groups, std::uint64_t key, std::uint64_t first_replicate,
                            Vector<double> distances, unsigned threads, nb::handle progress) {
    const Runs runs{begins.data(), groups.data(), groups.size() - 1};
    const std::size_t observations = entries.size() / 2;
    nb::gil_scoped_release unlocked;
    Monitor monitor(progress, distances.size());
    std::vector<PairedDraws> draws(threads, PairedDraws(observations, runs.group_count));
    std::vector<std::vector<double>> curves(2 * threads, std::vector<double>(observations));
    parallel_for(distances.size(), threads, &monitor, [&](std::size_t replicate, unsigned worker) {
        draws[worker].draw(PhiloxStream(key, first_replicate + replicate));
        distances.data()[replicate] = paired_distance(entries.data(), runs, draws[worker], &curves[2 * worker]);
    });
}

double paired_curve_distance(Vector<const std::uint32_t> entries, Vector<const std::uint32_t> begins,
                             Vector<const std::uint32_t> groups) {
    const Runs runs{begins.data(), groups.data(), groups.size() - 1};
    std::vector<double> curves[2] = {std::vector<double>(entries.size() / 2), std::vector<double>(entries.size() / 2)};
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
    std::vector<UnpairedDraws> draws(threads, UnpairedDraws(positive.size(), runs.group_count));
    std::vector<std::vector<Corner>> corners(2 * threads);
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

void random_words(std::uint64_t key, std::uint64_t replicate, Vector<std::uint32_t> words) {
    PhiloxStream stream(key, replicate);
    for (std::size_t i = 0; i < words.size(); ++i) words.data()[i] = stream.next();
}

}  // namespace aucurate

NB_MODULE(_kernels, module) {
    using namespace aucurate;
    using namespace nanobind::literals;
    nb::exception<Cancelled>(module, "Cancelled");
    module.def("pair_counts", &pair_counts<double>, "scores"_a, "positive"_a, "threads"_a, "progress"_a.none());
    module.def("pair_counts", &pair_counts<float>, "scores"_a, "positive"_a, "threads"_a, "progress"_a.none());
    module.def("run_length_pair_counts", &run_length_pair_counts, "positives"_a, "negatives"_a);
    module.def("placements", &placements<double>, "scores"_a, "positive"_a, "of_positives"_a, "of_negatives"_a, "threads"_a, "progress"_a.none());
    module.def("placements", &placements<float>, "scores"_a, "positive"_a, "of_positives"_a, "of_negatives"_a, "threads"_a, "progress"_a.none());
    module.def("integer_moments", &integer_moments, "counts"_a, "threads"_a);
    module.def("integer_power_sums", &integer_power_sums, "values"_a, "threads"_a);
    module.def("threshold_counts", &threshold_counts<double>, "scores"_a, "positive"_a, "threads"_a, "progress"_a.none());
    module.def("threshold_counts", &threshold_counts<float>, "scores"_a, "positive"_a, "threads"_a, "progress"_a.none());
    module.def("class_order", &class_order<double>, "scores"_a, "positive"_a, "positive_order"_a, "negative_order"_a, "positives_less"_a, "positives_not_greater"_a, "threads"_a);
    module.def("class_order", &class_order<float>, "scores"_a, "positive"_a, "positive_order"_a, "negative_order"_a, "positives_less"_a, "positives_not_greater"_a, "threads"_a);
    module.def("doubled_midranks", &doubled_midranks<double>, "scores"_a, "ranks"_a, "threads"_a);
    module.def("doubled_midranks", &doubled_midranks<float>, "scores"_a, "ranks"_a, "threads"_a);
    module.def("bootstrap_aucs", &bootstrap_aucs, "positive_order"_a, "negative_order"_a, "positives_less"_a, "positives_not_greater"_a, "stratified"_a, "key"_a, "first_replicate"_a, "aucs"_a, "threads"_a, "progress"_a.none());
    module.def("bootstrap_counts", &bootstrap_counts, "stratified"_a, "key"_a, "replicate"_a, "positives"_a, "negatives"_a);
    module.def("permutation_differences", &permutation_differences, "steps"_a, "observations"_a, "key"_a, "first_replicate"_a, "differences"_a, "threads"_a, "progress"_a.none());
    module.def("permutation_flips", &permutation_flips, "key"_a, "replicate"_a, "flips"_a);
    module.def("studentised_bootstrap", &studentised_bootstrap, "positive_order"_a, "negatives_less"_a, "negatives_not_greater"_a, "negative_order"_a, "positives_less"_a, "positives_not_greater"_a, "contrast"_a, "stratified"_a, "key"_a, "first_replicate"_a, "aucs"_a, "variances"_a, "threads"_a, "progress"_a.none());
    module.def("paired_curve_distances", &paired_curve_distances, "entries"_a, "begins"_a, "groups"_a, "key"_a, "first_replicate"_a, "distances"_a, "threads"_a, "progress"_a.none());
    module.def("paired_curve_distance", &paired_curve_distance, "entries"_a, "begins"_a, "groups"_a);
    module.def("paired_curve_draws", &paired_curve_draws, "key"_a, "replicate"_a, "flips"_a, "turned"_a);
    module.def("unpaired_curve_distances", &unpaired_curve_distances, "positive"_a, "begins"_a, "groups"_a, "sizes"_a, "share"_a, "key"_a, "first_replicate"_a, "distances"_a, "threads"_a, "progress"_a.none());
    module.def("unpaired_curve_distance", &unpaired_curve_distance, "positive"_a, "begins"_a, "groups"_a, "sizes"_a, "share"_a, "second"_a);
    module.def("unpaired_curve_draws", &unpaired_curve_draws, "positive"_a, "sizes"_a, "key"_a, "replicate"_a, "second"_a, "turned"_a);
    module.def("random_words", &random_words, "key"_a, "replicate"_a, "words"_a);
}
