// The bootstrap of an AUC from one presort; nothing is sorted inside a replicate.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "draws.hpp"

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

}  // namespace aucurate
