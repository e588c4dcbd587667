// The Python face of what is done with the scores of a stream of rows.
#include "bindings.hpp"
#include "cells.hpp"

namespace aucurate {

namespace {

using Scores = Vector<const double>;
using Whole = Vector<const std::int64_t>;

CellMap as_map(const Scores& starts, const Scores& slopes, const Whole& firsts, const Whole& widths) {
    return {starts.data(), slopes.data(), firsts.data(), widths.data(), starts.size()};
}

// An empty array of weights says that all are 1.
const std::int64_t* weights_or_null(const Whole& weights) { return weights.size() > 0 ? weights.data() : nullptr; }

void count_cells_of(Scores scores, Labels positive, Whole weights, Scores starts, Scores slopes, Whole firsts,
                    Whole widths, Matrix<std::int64_t> cells, unsigned threads) {
    static_assert(sizeof(Cell) == 4 * sizeof(std::int64_t));
    nb::gil_scoped_release unlocked;
    count_cells(scores.data(), positive.data(), weights_or_null(weights), scores.size(),
                as_map(starts, slopes, firsts, widths), reinterpret_cast<Cell*>(cells.data()), threads);
}

void place_by_cells_of(Scores scores, Labels positive, Scores starts, Scores slopes, Whole firsts, Whole widths,
                       Whole of_positive_cells, Whole of_negative_cells, Vector<std::int64_t> of_positives,
                       Vector<std::int64_t> of_negatives, unsigned threads) {
    nb::gil_scoped_release unlocked;
    place_by_cells(scores.data(), positive.data(), scores.size(), as_map(starts, slopes, firsts, widths),
                   of_positive_cells.data(), of_negative_cells.data(), of_positives.data(), of_negatives.data(),
                   threads);
}

void send_to_partitions_of(Scores scores, Labels positive, Whole weights, Scores starts,
                           Vector<std::uint32_t> ordinals, Vector<double> sent_scores,
                           Vector<std::int64_t> sent_weights, Vector<std::int64_t> begins, unsigned threads) {
    nb::gil_scoped_release unlocked;
    send_to_partitions(scores.data(), positive.data(), weights_or_null(weights), scores.size(), starts.data(),
                       starts.size(), ordinals.data(), sent_scores.data(), sent_weights.data(), begins.data(),
                       threads);
}

}  // namespace

void bind_cells(nb::module_& module) {
    using namespace nanobind::literals;
    module.def("count_cells", &count_cells_of, "scores"_a, "positive"_a, "weights"_a, "starts"_a, "slopes"_a, "firsts"_a, "widths"_a, "cells"_a, "threads"_a);
    module.def("place_by_cells", &place_by_cells_of, "scores"_a, "positive"_a, "starts"_a, "slopes"_a, "firsts"_a, "widths"_a, "of_positive_cells"_a, "of_negative_cells"_a, "of_positives"_a, "of_negatives"_a, "threads"_a);
    module.def("send_to_partitions", &send_to_partitions_of, "scores"_a, "positive"_a, "weights"_a, "starts"_a, "ordinals"_a, "sent_scores"_a, "sent_weights"_a, "begins"_a, "threads"_a);
}

}  // namespace aucurate
