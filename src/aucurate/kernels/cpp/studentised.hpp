// DeLong's variance inside every bootstrap replicate, from the same presort and the same draws.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "resampling.hpp"

namespace aucurate {

// Where the observations of one class stand among those of the other, in ascending order: the
// place of each within its class, and how many of the other class are below, and not above, it.
struct Standing {
    const std::uint32_t *order, *others_less, *others_not_greater;
};

// What one worker needs to itself: running totals, and the placements of each observation summed
// over the classifiers with the signs of the contrast.
struct StudentisedScratch {
    std::vector<std::uint32_t> below;
    std::vector<std::int64_t> of_positives, of_negatives;

    StudentisedScratch(std::size_t positives, std::size_t negatives)
        : below(std::max(positives, negatives) + 1), of_positives(positives), of_negatives(negatives) {}
};

// Adds `sign` times the doubled placements under the drawn counts to `placements`: twice the drawn
// others below an observation plus those tied with it, or, for negatives, those above it.
inline void add_placements(const Standing& standing, std::size_t count, const Standing& others, std::size_t other_count,
                           const std::uint8_t* other_draws, bool above, std::int64_t sign,
                           std::vector<std::uint32_t>& below, std::vector<std::int64_t>& placements) {
    std::uint32_t running = 0;
    below[0] = 0;
    for (std::size_t i = 0; i < other_count; ++i) {
        running += other_draws[others.order[i]];
        below[i + 1] = running;
    }
    const std::int64_t offset = above ? 2 * std::int64_t(running) : 0, way = above ? -sign : sign;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t under = std::int64_t(below[standing.others_less[i]]) + below[standing.others_not_greater[i]];
        placements[standing.order[i]] += sign * offset + way * under;
    }
}

// The variance of a mean of `total` drawn placements: sample variance divided by the number drawn.
// Integers up to the one division, so that placements without spread give exactly zero.
inline double variance_of_mean(const std::vector<std::int64_t>& placements, const std::uint8_t* draws,
                               std::uint64_t total, std::uint64_t other_total) {
    if (total < 2 || other_total == 0) return std::numeric_limits<double>::quiet_NaN();
    using Wide = __int128;
    std::int64_t sum = 0;
    Wide squares = 0;
    for (std::size_t i = 0; i < placements.size(); ++i) {
        const std::int64_t weighted = draws[i] * placements[i];
        sum += weighted;
        squares += Wide(weighted) * placements[i];
    }
    const Wide spread = Wide(total) * squares - Wide(sum) * sum;
    const double size = static_cast<double>(total), unit = 2.0 * static_cast<double>(other_total);
    return static_cast<double>(spread) / (size * size * (size - 1) * unit * unit);
}

// DeLong's variance of the contrast of the classifiers' AUCs under the drawn counts.
inline double resampled_variance(const std::vector<Standing>& positives, const std::vector<Standing>& negatives,
                                 const std::int64_t* contrast, const Draws& draws, StudentisedScratch& scratch) {
    const std::size_t m = draws.positive_count, n = draws.negative_count;
    std::fill(scratch.of_positives.begin(), scratch.of_positives.end(), 0);
    std::fill(scratch.of_negatives.begin(), scratch.of_negatives.end(), 0);
    for (std::size_t k = 0; k < positives.size(); ++k) {
        add_placements(positives[k], m, negatives[k], n, draws.negatives(), false, contrast[k], scratch.below,
                       scratch.of_positives);
        add_placements(negatives[k], n, positives[k], m, draws.positives(), true, contrast[k], scratch.below,
                       scratch.of_negatives);
    }
    return variance_of_mean(scratch.of_positives, draws.positives(), draws.positive_total, draws.negative_total) +
           variance_of_mean(scratch.of_negatives, draws.negatives(), draws.negative_total, draws.positive_total);
}

}  // namespace aucurate
