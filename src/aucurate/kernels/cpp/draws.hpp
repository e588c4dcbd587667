// Draws with replacement, as counts: m positives and n negatives, or m + n observations whatever
// their class. A count lives in a byte: 256 draws of one observation have a probability below
// 1e-500 at any class size, and cannot happen at all below 256 observations.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "philox.hpp"

namespace aucurate {

// `counts` has the positives, the negatives, and one more element, which is left at 0.
inline void draw_counts(PhiloxStream stream, bool stratified, std::uint32_t positives, std::uint32_t negatives,
                        std::uint8_t* counts) {
    std::fill_n(counts, std::size_t(positives) + negatives + 1, std::uint8_t(0));
    if (stratified) {
        stream.resample(positives, counts);
        counts[positives] = 0;
        stream.resample(negatives, counts + positives);
    } else {
        stream.resample(positives + negatives, counts);
    }
    counts[std::size_t(positives) + negatives] = 0;
}

// One replicate.
class Draws {
public:
    std::size_t positive_count, negative_count;
    std::uint64_t positive_total = 0, negative_total = 0;

    Draws(std::size_t positives, std::size_t negatives)
        : positive_count(positives), negative_count(negatives), counts_(positives + negatives + 1) {}

    void draw(PhiloxStream stream, bool stratified) {
        draw_counts(stream, stratified, static_cast<std::uint32_t>(positive_count),
                    static_cast<std::uint32_t>(negative_count), counts_.data());
        positive_total = std::accumulate(positives(), negatives(), std::uint64_t(0));
        negative_total = positive_count + negative_count - positive_total;
    }

    const std::uint8_t* positives() const { return counts_.data(); }
    const std::uint8_t* negatives() const { return counts_.data() + positive_count; }

private:
    std::vector<std::uint8_t> counts_;
};

}  // namespace aucurate
