// The bootstrap of AUCs, sixteen replicates side by side: one look at where an observation stands
// serves them all.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "draws.hpp"
#include "resampling.hpp"
#include "sweep.hpp"

namespace aucurate {

// With fewer observations than this no sum of a sweep passes 32 bits: it is at most the number of
// pairs drawn, and there are no more than observations^2 / 4 of them.
constexpr std::size_t kBatchLimit = std::size_t(1) << 17;

// The observations of one classifier, ascending, as steps of a sweep.
class MergedOrder {
public:
    MergedOrder(const Presort& presort, std::size_t positives, std::size_t negatives)
        : after_(steps(presort, presort.positives_not_greater, positives, negatives)) {
        if (!std::equal(presort.positives_less, presort.positives_less + negatives, presort.positives_not_greater))
            before_ = steps(presort, presort.positives_less, positives, negatives);
    }

    // How many positives were drawn, and twice the pairs that they lost, a tie counted once.
    void count(const std::uint8_t* rows, Lanes& positives, std::array<std::uint64_t, kLanes>& doubled_losses) const {
        Lanes after, before;
        sweep(after_, rows, positives, after);
        if (before_.empty())
            before = after;
        else
            sweep(before_, rows, positives, before);
        for (unsigned lane = 0; lane < kLanes; ++lane)
            doubled_losses[lane] = std::uint64_t(after[lane]) + before[lane];
    }

private:
    std::vector<Step> after_, before_;  // negatives tied with positives come after, or before them

    // positives_passed[j] positives come before the j-th lowest negative.
    static std::vector<Step> steps(const Presort& presort, const std::uint32_t* positives_passed, std::size_t positives,
                                   std::size_t negatives) {
        const auto none = static_cast<std::uint32_t>(positives + negatives);
        std::vector<Step> found;
        found.reserve(positives + negatives);
        std::size_t i = 0;
        for (std::size_t j = 0; j < negatives; ++j) {
            const std::size_t passed = positives_passed[j];
            while (i + 1 < passed) found.push_back({presort.positive_order[i++], none});
            const std::uint32_t last = i < passed ? presort.positive_order[i++] : none;
            found.push_back({last, static_cast<std::uint32_t>(positives + presort.negative_order[j])});
        }
        while (i < positives) found.push_back({presort.positive_order[i++], none});
        return found;
    }
};

// The draws of up to sixteen replicates, a row for each observation.
class Batch {
public:
    Batch(std::size_t positives, std::size_t negatives)
        : positives_(positives), negatives_(negatives), stride_((positives + negatives) / kLanes * kLanes + kLanes),
          counts_(stride_ * kLanes), rows_(stride_ * kLanes) {}

    void draw(std::uint64_t key, std::uint64_t first_replicate, unsigned replicates, bool stratified) {
        replicates_ = replicates;
        for (unsigned lane = 0; lane < replicates; ++lane)
            draw_counts(PhiloxStream(key, first_replicate + lane), stratified, static_cast<std::uint32_t>(positives_),
                        static_cast<std::uint32_t>(negatives_), counts_.data() + lane * stride_);
        transpose(counts_.data(), stride_, rows_.data());
    }

    // The AUC of one classifier in each replicate; NaN where a class was not drawn at all.
    void aucs(const MergedOrder& order, double* found, std::size_t apart) const {
        Lanes positives;
        std::array<std::uint64_t, kLanes> doubled_losses;
        order.count(rows_.data(), positives, doubled_losses);
        for (unsigned lane = 0; lane < replicates_; ++lane) {
            const std::uint64_t up = positives[lane], down = positives_ + negatives_ - up;
            found[lane * apart] = auc_of(2 * up * down - doubled_losses[lane], up, down);
        }
    }

private:
    std::size_t positives_, negatives_, stride_;
    unsigned replicates_ = 0;
    std::vector<std::uint8_t> counts_, rows_;
};

}  // namespace aucurate
