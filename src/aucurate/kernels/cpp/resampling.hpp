// Bootstrap and permutation of AUCs from one presort; nothing is sorted inside a replicate.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "parallel.hpp"
#include "philox.hpp"

namespace aucurate {

// Draws with replacement, as counts. A count lives in a byte: 256 draws of one observation have a
// probability below 1e-500 at any class size, and cannot happen at all below 256 observations.
struct Draws {
    std::vector<std::uint8_t> positives, negatives, together;
    std::uint64_t positive_total = 0, negative_total = 0;

    Draws(std::size_t positive_count, std::size_t negative_count)
        : positives(positive_count), negatives(negative_count), together(positive_count + negative_count) {}

    void draw(PhiloxStream stream, bool stratified) {
        const auto positive_count = static_cast<std::uint32_t>(positives.size());
        const auto negative_count = static_cast<std::uint32_t>(negatives.size());
        if (stratified) {
            tally(stream, positives);
            tally(stream, negatives);
            positive_total = positive_count;
        } else {
            tally(stream, together);
            std::copy_n(together.begin(), positive_count, positives.begin());
            std::copy_n(together.begin() + positive_count, negative_count, negatives.begin());
            positive_total = std::accumulate(positives.begin(), positives.end(), std::uint64_t(0));
        }
        negative_total = std::uint64_t(positive_count) + negative_count - positive_total;
    }

private:
    // As many draws as there are counts. The plain pointer matters: writes of bytes may alias
    // anything, and through the vector each would make the compiler read its address again.
    static void tally(PhiloxStream& stream, std::vector<std::uint8_t>& counts) {
        std::fill(counts.begin(), counts.end(), std::uint8_t(0));
        std::uint8_t* const count = counts.data();
        const auto size = static_cast<std::uint32_t>(counts.size());
        stream.each_below(size, size, [count](std::uint32_t drawn) { ++count[drawn]; });
    }
};

// The presort of one classifier, as order_classes wrote it.
struct Presort {
    const std::uint32_t *positive_order, *negative_order, *positives_less, *positives_not_greater;
};

// AUC of one classifier under the drawn counts; NaN when a class was not drawn at all.
inline double resampled_auc(const Presort& presort, const Draws& draws, std::vector<std::uint32_t>& below) {
    if (draws.positive_total == 0 || draws.negative_total == 0) return std::numeric_limits<double>::quiet_NaN();
    std::uint32_t running = 0;
    below[0] = 0;
    for (std::size_t i = 0; i < draws.positives.size(); ++i) {
        running += draws.positives[presort.positive_order[i]];
        below[i + 1] = running;
    }
    const std::uint64_t twice_all = 2 * std::uint64_t(running);
    std::uint64_t doubled_wins = 0;
    for (std::size_t j = 0; j < draws.negatives.size(); ++j) {
        const std::uint64_t not_won = std::uint64_t(below[presort.positives_less[j]]) + below[presort.positives_not_greater[j]];
        doubled_wins += draws.negatives[presort.negative_order[j]] * (twice_all - not_won);
    }
    return static_cast<double>(doubled_wins) /
           (2.0 * static_cast<double>(draws.positive_total) * static_cast<double>(draws.negative_total));
}

// One entry of the merged rank lists of two classifiers, in the order in which swapped AUCs are
// accumulated: bit 0 says negative, bit 1 which classifier the rank came from, the rest the row.
using RankStep = std::uint32_t;

// Twice the pairs won by the first minus twice those won by the second classifier after the ranks
// of every flagged observation have been exchanged between them.
inline std::int64_t swapped_difference(const RankStep* steps, std::size_t count, const std::vector<std::uint8_t>& flip) {
    std::int64_t wins[2] = {0, 0}, negatives_seen[2] = {0, 0};
    for (std::size_t e = 0; e < count; ++e) {
        const RankStep step = steps[e];
        const unsigned classifier = ((step >> 1) & 1u) ^ flip[step >> 2];
        const std::int64_t negative = step & 1u;
        negatives_seen[classifier] += negative;
        wins[classifier] += negatives_seen[classifier] & (negative - 1);
    }
    return wins[0] - wins[1];
}

inline void draw_flips(PhiloxStream stream, std::vector<std::uint8_t>& flip) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < flip.size(); ++i) {
        if (i % 32 == 0) bits = stream.next();
        flip[i] = bits & 1u;
        bits >>= 1;
    }
}

}  // namespace aucurate
