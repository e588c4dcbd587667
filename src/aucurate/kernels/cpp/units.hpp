// The bootstrap of AUCs whose observations are drawn in units: groups of rows, rows with weights, or
// rows that stand for several observations. Counts and sums are whole numbers below 2^61.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "binomial.hpp"
#include "philox.hpp"

namespace aucurate {

using Whole128 = __int128;

// The rows of a test set. Units are numbered stratum by stratum, and as many are drawn from a stratum
// as it has. Without `weight` every row counts once. With `sizes` a unit stands for so many equal
// ones, and these are drawn one by one.
struct UnitRows {
    const std::uint32_t* unit;
    const std::int64_t* weight;
    const std::uint8_t* positive;
    std::size_t rows;
    std::vector<std::size_t> strata;
    const std::int64_t* sizes;

    std::size_t units() const {
        std::size_t total = 0;
        for (const std::size_t each : strata) total += each;
        return total;
    }
    std::uint64_t weight_of(std::size_t row) const { return weight ? static_cast<std::uint64_t>(weight[row]) : 1; }
};

// How often each unit is drawn in a replicate.
inline void draw_units(PhiloxStream stream, const std::vector<std::size_t>& strata, const std::int64_t* sizes,
                       std::vector<std::uint8_t>& bytes, std::vector<std::uint32_t>& results,
                       std::vector<std::uint64_t>& times) {
    std::size_t begin = 0;
    if (sizes) {
        for (const std::size_t size : strata) {
            draw_multinomial(stream, sizes + begin, size, times.data() + begin, results);
            begin += size;
        }
        return;
    }
    bytes.assign(times.size() + 1, 0);
    for (const std::size_t size : strata) {
        if (size > 0) stream.resample(static_cast<std::uint32_t>(size), bytes.data() + begin);
        begin += size;
        bytes[begin] = 0;
    }
    std::copy_n(bytes.begin(), times.size(), times.begin());
}

// A row in the ascending order of one classifier: bit 0 says negative, bit 1 that the row begins a run
// of equal scores, the rest which row.
using UnitStep = std::uint32_t;

struct UnitWins {
    std::uint64_t positives = 0, negatives = 0;
    Whole128 doubled = 0;

    double auc() const {
        if (positives == 0 || negatives == 0) return std::numeric_limits<double>::quiet_NaN();
        return static_cast<double>(doubled) / static_cast<double>(2 * (Whole128(positives) * negatives));
    }
};

// visit(begin, end, positives, negatives) for every run of equal scores, with what its rows count.
template <class Visit>
void each_run(const UnitStep* steps, std::size_t count, const std::uint64_t* amounts, Visit visit) {
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
        std::uint64_t amount[2] = {0, 0};
        do {
            amount[steps[end] & 1u] += amounts[steps[end] >> 2];
            ++end;
        } while (end < count && (steps[end] & 2u) == 0);
        visit(begin, end, amount[0], amount[1]);
    }
}

// One replicate: what each row counts, and with a contrast its placements and what each unit adds.
class UnitReplicate {
public:
    UnitReplicate(const UnitRows& rows, bool with_variance)
        : rows_(&rows), times_(rows.units()), amounts_(rows.rows), placements_(with_variance ? rows.rows : 0),
          holds_(with_variance ? rows.units() : 0) {
        if (!with_variance) return;
        for (std::size_t i = 0; i < rows.rows; ++i) holds_[rows.unit[i]] |= rows.positive[i] ? 1 : 2;
        for (auto& side : added_) side.resize(rows.units());
    }

    void draw(PhiloxStream stream) {
        draw_units(stream, rows_->strata, rows_->sizes, bytes_, results_, times_);
        for (std::size_t i = 0; i < rows_->rows; ++i) amounts_[i] = times_[rows_->unit[i]] * rows_->weight_of(i);
    }

    UnitWins wins(const UnitStep* steps) const {
        UnitWins found;
        each_run(steps, rows_->rows, amounts_.data(),
                 [&](std::size_t, std::size_t, std::uint64_t positives, std::uint64_t negatives) {
                     found.doubled += Whole128(positives) * (2 * found.negatives + negatives);
                     found.positives += positives;
                     found.negatives += negatives;
                 });
        return found;
    }

    // The variance of the contrast of the classifiers' AUCs over the drawn units: I_c / (I_c - 1)
    // times the sum of squares of what the units add by each class, and I / (I - 1) times twice that
    // of the products. Influences are whole numbers until they are added, so that those without
    // spread give exactly zero.
    double variance(const std::vector<const UnitStep*>& steps, const std::int64_t* contrast) {
        UnitWins whole;
        std::fill(placements_.begin(), placements_.end(), 0);
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const UnitWins own = wins(steps[k]);
            whole.positives = own.positives;
            whole.negatives = own.negatives;
            whole.doubled += contrast[k] * own.doubled;
            add_placements(steps[k], own.positives, contrast[k]);
        }
        add_influences(whole);
        double squares[2] = {0, 0}, products = 0;
        std::uint64_t drawn[2] = {0, 0}, all = 0;
        for (std::size_t u = 0; u < times_.size(); ++u) {
            if (times_[u] == 0) continue;
            const auto times = static_cast<double>(times_[u]);
            all += times_[u];
            for (unsigned side = 0; side < 2; ++side) {
                if (holds_[u] & (1u << side)) drawn[side] += times_[u];
                squares[side] += times * added_[side][u] * added_[side][u];
            }
            products += times * added_[0][u] * added_[1][u];
        }
        if (drawn[0] < 2 || drawn[1] < 2) return std::numeric_limits<double>::quiet_NaN();
        return factor(drawn[0]) * squares[0] + factor(drawn[1]) * squares[1] + 2 * factor(all) * products;
    }

private:
    const UnitRows* rows_;
    std::vector<std::uint64_t> times_, amounts_;
    std::vector<std::int64_t> placements_;
    std::vector<std::uint8_t> holds_, bytes_;
    std::vector<std::uint32_t> results_;
    std::vector<double> added_[2];

    static double factor(std::uint64_t units) { return static_cast<double>(units) / static_cast<double>(units - 1); }

    // Adds `sign` times twice what the others below a positive, or above a negative, count; those tied
    // with it once.
    void add_placements(const UnitStep* steps, std::uint64_t positives, std::int64_t sign) {
        std::uint64_t below[2] = {0, 0};
        each_run(steps, rows_->rows, amounts_.data(),
                 [&](std::size_t begin, std::size_t end, std::uint64_t own, std::uint64_t other) {
                     const auto of_positive = static_cast<std::int64_t>(2 * below[1] + other);
                     const auto of_negative = static_cast<std::int64_t>(2 * (positives - below[0]) - own);
                     for (std::size_t e = begin; e < end; ++e)
                         placements_[steps[e] >> 2] += sign * ((steps[e] & 1u) ? of_negative : of_positive);
                     below[0] += own;
                     below[1] += other;
                 });
    }

    void add_influences(const UnitWins& whole) {
        for (auto& side : added_) std::fill(side.begin(), side.end(), 0.0);
        const auto pairs = static_cast<double>(2 * (Whole128(whole.positives) * whole.negatives));
        for (std::size_t i = 0; i < rows_->rows; ++i) {
            const std::uint32_t unit = rows_->unit[i];
            if (times_[unit] == 0) continue;
            const std::uint64_t own = rows_->positive[i] ? whole.positives : whole.negatives;
            const Whole128 away = Whole128(placements_[i]) * own - whole.doubled;
            const double share = static_cast<double>(rows_->weight_of(i)) / static_cast<double>(own);
            added_[rows_->positive[i] ? 0 : 1][unit] += share * (static_cast<double>(away) / pairs);
        }
    }
};

}  // namespace aucurate
