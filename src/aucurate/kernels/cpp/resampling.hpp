// Bootstrap and permutation of AUCs from one presort; nothing is sorted inside a replicate.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "draws.hpp"
#include "philox.hpp"

namespace aucurate {

// The presort of one classifier, as order_classes wrote it.
struct Presort {
    const std::uint32_t *positive_order, *negative_order, *positives_less, *positives_not_greater;
};

inline double auc_of(std::uint64_t doubled_wins, std::uint64_t positives, std::uint64_t negatives) {
    if (positives == 0 || negatives == 0) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(doubled_wins) / (2.0 * static_cast<double>(positives) * static_cast<double>(negatives));
}

// AUC of one classifier under the drawn counts; NaN when a class was not drawn at all.
inline double resampled_auc(const Presort& presort, const Draws& draws, std::vector<std::uint32_t>& below) {
    const std::uint8_t *positives = draws.positives(), *negatives = draws.negatives();
    std::uint32_t running = 0;
    below[0] = 0;
    for (std::size_t i = 0; i < draws.positive_count; ++i) {
        running += positives[presort.positive_order[i]];
        below[i + 1] = running;
    }
    const std::uint64_t twice_all = 2 * std::uint64_t(running);
    std::uint64_t doubled_wins = 0;
    for (std::size_t j = 0; j < draws.negative_count; ++j) {
        const std::uint64_t not_won = std::uint64_t(below[presort.positives_less[j]]) + below[presort.positives_not_greater[j]];
        doubled_wins += negatives[presort.negative_order[j]] * (twice_all - not_won);
    }
    return auc_of(doubled_wins, draws.positive_total, draws.negative_total);
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
