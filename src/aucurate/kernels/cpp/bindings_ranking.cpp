// The Python face of what one sort gives, and of moments.
#include "bindings.hpp"
#include "kurtosis.hpp"
#include "moments.hpp"
#include "ranking.hpp"

namespace aucurate {

namespace {

nb::object python_int(Wide value) {
    nb::object high = nb::int_(static_cast<std::uint64_t>(value >> 64));
    nb::object low = nb::int_(static_cast<std::uint64_t>(value));
    return (high << nb::int_(64)) | low;
}

nb::tuple python_counts(const PairCounts& counts) {
    return nb::make_tuple(python_int(counts.doubled_wins), python_int(counts.ties));
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

// Doubled placements of weighted observations; twice the weight of the pairs won, and that of ties.
template <class Float>
nb::tuple weighted_placements(Vector<const Float> scores, Labels positive, Vector<const std::int64_t> weights,
                              Vector<std::int64_t> of_positives, Vector<std::int64_t> of_negatives, unsigned threads,
                              nb::handle progress) {
    PairCounts counts;
    {
        nb::gil_scoped_release unlocked;
        counts = place_weighted(scores.data(), positive.data(), weights.data(), scores.size(), of_positives.data(),
                                of_negatives.data(), threads, progress);
    }
    return python_counts(counts);
}

// An empty array of weights says that all are 1.
const std::int64_t* weights_or_null(const Vector<const std::int64_t>& weights) {
    return weights.size() > 0 ? weights.data() : nullptr;
}

template <class T>
nb::object python_array(std::vector<T>&& values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::vector<T>*>(pointer); });
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner));
}

std::vector<std::int64_t> as_vector(const Vector<const std::int64_t>& values) {
    return {values.data(), values.data() + values.size()};
}

// A part of a curve: how many points it has, whether the first passes a line, and of those kept the
// thresholds, the counts, and which are kept even if they are no corners.
template <class Float>
nb::tuple python_part(const CurvePart& part) {
    const std::size_t size = part.kept.size();
    std::vector<double> thresholds(size);
    std::vector<std::int64_t> true_positives(size), false_positives(size);
    std::vector<std::uint8_t> needed(size);
    for (std::size_t at = 0; at < size; ++at) {
        const CurvePoint& point = part.kept[at];
        thresholds[at] = value_of<Float>(static_cast<typename KeyOf<Float>::type>(point.key));
        true_positives[at] = point.true_positives;
        false_positives[at] = point.false_positives;
        needed[at] = point.needed;
    }
    return nb::make_tuple(part.points, part.first_passes, python_array(std::move(thresholds)),
                          python_array(std::move(true_positives)), python_array(std::move(false_positives)),
                          python_array(std::move(needed)));
}

CurvePart cpp_part(nb::handle given) {
    const auto part = nb::cast<nb::tuple>(given);
    const auto true_positives = nb::cast<Vector<const std::int64_t>>(part[3]);
    const auto false_positives = nb::cast<Vector<const std::int64_t>>(part[4]);
    const auto thresholds = nb::cast<Vector<const double>>(part[2]);
    const auto needed = nb::cast<Vector<const std::uint8_t>>(part[5]);
    CurvePart found;
    found.points = nb::cast<std::size_t>(part[0]);
    found.first_passes = nb::cast<bool>(part[1]);
    for (std::size_t at = 0; at < thresholds.size(); ++at)
        found.kept.push_back({ordered_key(thresholds.data()[at]), true_positives.data()[at],
                              false_positives.data()[at], needed.data()[at] != 0});
    return found;
}

// The thinned curve from its parts, the lowest first: how many points it had, the thresholds and
// counts of those kept.
nb::tuple whole_curve_of(nb::list parts) {
    std::vector<CurvePart> given;
    for (nb::handle part : parts) given.push_back(cpp_part(part));
    CurvePart curve = whole_curve(given);
    curve.kept.erase(curve.kept.begin());  // the point of no calls has no threshold
    const nb::tuple found = python_part<double>(curve);
    return nb::make_tuple(found[0], found[2], found[3], found[4]);
}

// Placements, and the part of the thinned curve that these scores make. `positives` and `negatives`
// are the sizes of the classes, and those below have scores below all that are given here.
template <class Float>
nb::tuple placements_and_curve(Vector<const Float> scores, Labels positive, Vector<std::int64_t> of_positives,
                               Vector<std::int64_t> of_negatives, std::int64_t positives, std::int64_t negatives,
                               std::int64_t positives_below, std::int64_t negatives_below,
                               Vector<const std::int64_t> along_lines, Vector<const std::int64_t> true_positive_lines,
                               Vector<const std::int64_t> false_positive_lines, bool every_point, unsigned threads,
                               nb::handle progress) {
    Wide ties;
    CurvePart part;
    {
        nb::gil_scoped_release unlocked;
        const CurveLines lines{positives,
                               negatives,
                               positives_below,
                               negatives_below,
                               as_vector(along_lines),
                               as_vector(true_positive_lines),
                               as_vector(false_positive_lines),
                               every_point};
        std::vector<CurvePart> parts;
        ties = place(scores.data(), positive.data(), scores.size(), of_positives.data(), of_negatives.data(), threads,
                     progress, &lines, &parts);
        part = joined(parts);
    }
    return nb::make_tuple(python_int(ties), python_part<Float>(part));
}

nb::tuple integer_moments(Matrix<const std::int64_t> counts, Vector<const std::int64_t> weights, unsigned threads) {
    std::vector<Wide> sums, products;
    const std::size_t rows = counts.shape(0);
    {
        nb::gil_scoped_release unlocked;
        cross_moments(counts.data(), rows, counts.shape(1), weights_or_null(weights), threads, sums, products);
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

nb::tuple integer_power_sums(Vector<const std::int64_t> values, Vector<const std::int64_t> weights,
                             std::uint64_t total, std::uint64_t largest, unsigned threads) {
    PowerSums sums;
    {
        nb::gil_scoped_release unlocked;
        sums = power_sums(values.data(), values.size(), weights_or_null(weights), total, largest, threads);
    }
    return nb::make_tuple(python_int(sums[0]), python_int(sums[1]), python_int(sums[2]), python_int(sums[3]));
}

// share_sums as a list of five arrays.
nb::list share_moments(Matrix<const double> values, Vector<const double> means, Vector<const double> shares,
                       unsigned threads) {
    ShareSums sums(0);
    {
        nb::gil_scoped_release unlocked;
        sums = share_sums(values.data(), values.shape(0), values.shape(1), means.data(), shares.data(), threads);
    }
    nb::list found;
    for (auto* each : {&sums.products, &sums.distances, &sums.single_products, &sums.single_distances, &sums.fourth})
        found.append(python_array(std::move(*each)));
    return found;
}

// For each row of values, the sums over every group of the values less the mean of the row, each
// times its share.
void group_sums(Matrix<const double> values, Vector<const double> means, Vector<const double> shares,
                Vector<const std::int64_t> codes, Matrix<double> sums, unsigned threads) {
    nb::gil_scoped_release unlocked;
    const std::size_t columns = values.shape(1), groups = sums.shape(1);
    parallel_for(values.shape(0), threads, nullptr, [&](std::size_t row, unsigned) {
        const double* value = values.data() + row * columns;
        const double mean = means.data()[row];
        double* sum = sums.data() + row * groups;
        std::fill_n(sum, groups, 0.0);
        for (std::size_t i = 0; i < columns; ++i) sum[codes.data()[i]] += shares.data()[i] * (value[i] - mean);
    });
}

template <class Float>
std::size_t threshold_counts(Vector<const Float> scores, Labels positive, Vector<const std::int64_t> weights,
                             Vector<Float> values, Vector<std::int64_t> positives, Vector<std::int64_t> negatives,
                             unsigned threads, nb::handle progress) {
    nb::gil_scoped_release unlocked;
    using Key = typename KeyOf<Float>::type;
    return (weights.size() > 0 ? count_thresholds<WeightedKey, Float> : count_thresholds<Key, Float>)(
        scores.data(), positive.data(), weights_or_null(weights), scores.size(), values.data(), positives.data(),
        negatives.data(), threads, progress);
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

}  // namespace

void bind_ranking(nb::module_& module) {
    using namespace nanobind::literals;
    module.def("pair_counts", &pair_counts<double>, "scores"_a, "positive"_a, "threads"_a, "progress"_a.none());
    module.def("pair_counts", &pair_counts<float>, "scores"_a, "positive"_a, "threads"_a, "progress"_a.none());
    module.def("run_length_pair_counts", &run_length_pair_counts, "positives"_a, "negatives"_a);
    module.def("placements", &placements<double>, "scores"_a, "positive"_a, "of_positives"_a, "of_negatives"_a, "threads"_a, "progress"_a.none());
    module.def("placements", &placements<float>, "scores"_a, "positive"_a, "of_positives"_a, "of_negatives"_a, "threads"_a, "progress"_a.none());
    module.def("placements_and_curve", &placements_and_curve<double>, "scores"_a, "positive"_a, "of_positives"_a, "of_negatives"_a, "positives"_a, "negatives"_a, "positives_below"_a, "negatives_below"_a, "along_lines"_a, "true_positive_lines"_a, "false_positive_lines"_a, "every_point"_a, "threads"_a, "progress"_a.none());
    module.def("placements_and_curve", &placements_and_curve<float>, "scores"_a, "positive"_a, "of_positives"_a, "of_negatives"_a, "positives"_a, "negatives"_a, "positives_below"_a, "negatives_below"_a, "along_lines"_a, "true_positive_lines"_a, "false_positive_lines"_a, "every_point"_a, "threads"_a, "progress"_a.none());
    module.def("whole_curve", &whole_curve_of, "parts"_a);
    module.def("weighted_placements", &weighted_placements<double>, "scores"_a, "positive"_a, "weights"_a, "of_positives"_a, "of_negatives"_a, "threads"_a, "progress"_a.none());
    module.def("weighted_placements", &weighted_placements<float>, "scores"_a, "positive"_a, "weights"_a, "of_positives"_a, "of_negatives"_a, "threads"_a, "progress"_a.none());
    module.def("integer_moments", &integer_moments, "counts"_a, "weights"_a, "threads"_a);
    module.def("integer_power_sums", &integer_power_sums, "values"_a, "weights"_a, "total"_a, "largest"_a, "threads"_a);
    module.def("share_moments", &share_moments, "values"_a, "means"_a, "shares"_a, "threads"_a);
    module.def("group_sums", &group_sums, "values"_a, "means"_a, "shares"_a, "codes"_a, "sums"_a, "threads"_a);
    module.def("threshold_counts", &threshold_counts<double>, "scores"_a, "positive"_a, "weights"_a, "values"_a, "positives"_a, "negatives"_a, "threads"_a, "progress"_a.none());
    module.def("threshold_counts", &threshold_counts<float>, "scores"_a, "positive"_a, "weights"_a, "values"_a, "positives"_a, "negatives"_a, "threads"_a, "progress"_a.none());
    module.def("class_order", &class_order<double>, "scores"_a, "positive"_a, "positive_order"_a, "negative_order"_a, "positives_less"_a, "positives_not_greater"_a, "threads"_a);
    module.def("class_order", &class_order<float>, "scores"_a, "positive"_a, "positive_order"_a, "negative_order"_a, "positives_less"_a, "positives_not_greater"_a, "threads"_a);
    module.def("doubled_midranks", &doubled_midranks<double>, "scores"_a, "ranks"_a, "threads"_a);
    module.def("doubled_midranks", &doubled_midranks<float>, "scores"_a, "ranks"_a, "threads"_a);
}

}  // namespace aucurate
