// Permutations of whole curves: Venkatraman and Begg 1996 (paired), Venkatraman 2000 (unpaired).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "philox.hpp"

namespace aucurate {

// Random bits, one at a time.
class BitStream {
public:
    explicit BitStream(PhiloxStream& stream) : stream_(stream) {}

    unsigned next() {
        if (left_ == 0) {
            bits_ = stream_.next();
            left_ = 32;
        }
        --left_;
        const unsigned bit = bits_ & 1u;
        bits_ >>= 1;
        return bit;
    }

private:
    PhiloxStream& stream_;
    std::uint32_t bits_ = 0;
    unsigned left_ = 0;
};

// Observations in ascending order as runs. The observations of one run are tied in the data and
// stay tied; runs of one group stand at the same place, and chance decides which comes first. A
// group has one run or two; `begin[r]` is the first entry of run r, `groups[g]` the first run of g.
struct Runs {
    const std::uint32_t *begin, *groups;
    std::size_t group_count;

    // visit(run) in ascending order; two runs of one group in the order of a bit of `turned`.
    template <class Visit>
    void each(const std::uint8_t* turned, Visit visit) const {
        for (std::size_t g = 0; g < group_count; ++g) {
            const std::uint32_t first = groups[g], end = groups[g + 1];
            if (end - first == 2) {
                visit(first + turned[g]);
                visit(first + 1 - turned[g]);
            } else {
                visit(first);
            }
        }
    }
};

// One entry of a paired problem: bit 0 says positive, bit 1 which classifier gave the rank, the
// rest which observation.
using PairedEntry = std::uint32_t;

struct PairedDraws {
    std::vector<std::uint8_t> flips, turned[2];

    PairedDraws(std::size_t observations, std::size_t groups) : flips(observations), turned{std::vector<std::uint8_t>(groups), std::vector<std::uint8_t>(groups)} {}

    void draw(PhiloxStream stream) {
        BitStream bits(stream);
        for (auto& flip : flips) flip = static_cast<std::uint8_t>(bits.next());
        for (auto& column : turned)
            for (auto& bit : column) bit = static_cast<std::uint8_t>(bits.next());
    }
};

// The expected number of positives among the k lowest of one of the two columns, for k from 0. A
// run without entries in the column writes again what is there: cheaper than to ask whether it has,
// which nobody could guess.
inline void paired_curve(const PairedEntry* entries, const Runs& runs, const std::vector<std::uint8_t>& flips,
                         const std::vector<std::uint8_t>& turned, unsigned column, std::vector<double>& curve) {
    std::size_t seen = 0;
    std::uint32_t positives = 0;
    curve[0] = 0;
    runs.each(turned.data(), [&](std::uint32_t run) {
        std::uint32_t size = 0, positive = 0;
        for (std::uint32_t e = runs.begin[run]; e < runs.begin[run + 1]; ++e) {
            const std::uint32_t here = (((entries[e] >> 1) ^ flips[entries[e] >> 2]) & 1u) == column;
            size += here;
            positive += here & entries[e];
        }
        for (std::uint32_t step = 1; step < size; ++step)
            curve[seen + step] = positives + static_cast<double>(step) * positive / size;
        positives += positive;
        seen += size;
        curve[seen] = positives;
    });
}

// Twice the summed distance of the two curves: the errors of the first minus those of the second
// classifier at every rank, in absolute value.
inline double paired_distance(const PairedEntry* entries, const Runs& runs, const PairedDraws& draws,
                              std::vector<double>* curves) {
    for (unsigned column = 0; column < 2; ++column)
        paired_curve(entries, runs, draws.flips, draws.turned[column], column, curves[column]);
    double sum = 0;
    for (std::size_t k = 1; k < curves[0].size(); ++k) sum += std::abs(curves[0][k] - curves[1][k]);
    return 2 * sum;
}

// Which test set each entry belongs to: within a class every choice of as many entries as the first
// test set has of that class is equally likely (Fisher and Yates on the list of its entries).
struct UnpairedDraws {
    std::vector<std::uint8_t> second, turned;
    std::vector<std::uint32_t> deck;

    UnpairedDraws(std::size_t entries, std::size_t groups) : second(entries), turned(groups), deck(entries) {}

    void draw(PhiloxStream stream, const std::uint8_t* positive, const std::size_t* first_sizes) {
        for (unsigned of_class = 0; of_class < 2; ++of_class) {
            std::uint32_t size = 0;
            for (std::uint32_t e = 0; e < second.size(); ++e)
                if (positive[e] == of_class) deck[size++] = e;
            for (std::uint32_t taken = 0; taken < size; ++taken) {
                if (taken < first_sizes[of_class]) std::swap(deck[taken], deck[taken + stream.below(size - taken)]);
                second[deck[taken]] = taken >= first_sizes[of_class];
            }
        }
        BitStream bits(stream);
        for (auto& bit : turned) bit = static_cast<std::uint8_t>(bits.next());
    }
};

// A corner of a curve: the share of positives missed and where it stands along the common scale.
struct Corner {
    double place, missed;
};

// The curve of one test set as corners that begin at (0, 0) and end at (1, 1).
inline void corners_of(const std::uint8_t* positive, const Runs& runs, const UnpairedDraws& draws, unsigned test_set,
                       double share, const std::size_t* sizes, std::vector<Corner>& corners) {
    corners.assign(1, Corner{0, 0});
    std::size_t seen[2] = {0, 0};
    runs.each(draws.turned.data(), [&](std::uint32_t run) {
        const std::size_t before = seen[0] + seen[1];
        for (std::uint32_t e = runs.begin[run]; e < runs.begin[run + 1]; ++e)
            seen[positive[e]] += draws.second[e] == test_set;
        if (seen[0] + seen[1] == before) return;
        const double missed = static_cast<double>(seen[1]) / static_cast<double>(sizes[1]);
        const double rejected = static_cast<double>(seen[0]) / static_cast<double>(sizes[0]);
        corners.push_back({share * missed + (1 - share) * rejected, missed});
    });
    corners.back() = {1, 1};
}

// The integral of |a + (b - a) x| over x from 0 to 1.
inline double mean_distance(double a, double b) {
    const double size = std::abs(a) + std::abs(b);
    if (a * b >= 0) return size / 2;
    return (a * a + b * b) / (2 * size);
}

// The integral, along the common scale, of the distance between the shares missed.
inline double distance_along(const std::vector<Corner>& first, const std::vector<Corner>& second) {
    double sum = 0, place = 0, gap = 0;
    std::size_t i = 1, j = 1;
    auto missed_at = [](const std::vector<Corner>& curve, std::size_t next, double at) {
        const Corner &from = curve[next - 1], &to = curve[next];
        if (to.place <= from.place) return to.missed;
        return from.missed + (to.missed - from.missed) * (at - from.place) / (to.place - from.place);
    };
    while (i < first.size() && j < second.size()) {
        const double next = std::min(first[i].place, second[j].place);
        const double next_gap = missed_at(first, i, next) - missed_at(second, j, next);
        sum += (next - place) * mean_distance(gap, next_gap);
        place = next;
        gap = next_gap;
        if (first[i].place <= next) ++i;
        if (j < second.size() && second[j].place <= next) ++j;
    }
    return sum;
}

}  // namespace aucurate
