// The paired permutation of an AUC difference, from one sort of the ranks.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "philox.hpp"
#include "sweep.hpp"
#include "wide.hpp"

namespace aucurate {

// One entry of the merged rank lists of two classifiers, in the order in which swapped AUCs are
// accumulated: bit 0 says negative, bit 1 which classifier the rank came from, the rest which ranks
// are exchanged together: the row, or its group.
using RankStep = std::uint32_t;

// With fewer observations than this twice the number of pairs is below 2^31.
constexpr std::size_t kFlipLimit = std::size_t(1) << 16;

// Twice the pairs won by the first minus twice those won by the second classifier after the ranks
// of every flagged observation or group have been exchanged between them.
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

// The same where the row of each step has a weight: the weights of the pairs.
inline __int128 swapped_weighted_difference(const RankStep* steps, const std::int64_t* weights, std::size_t count,
                                            const std::vector<std::uint8_t>& flip) {
    __int128 wins[2] = {0, 0};
    std::int64_t negatives_seen[2] = {0, 0};
    for (std::size_t e = 0; e < count; ++e) {
        const RankStep step = steps[e];
        const unsigned classifier = ((step >> 1) & 1u) ^ flip[step >> 2];
        if (step & 1u)
            negatives_seen[classifier] += weights[e];
        else
            wins[classifier] += static_cast<__int128>(weights[e]) * negatives_seen[classifier];
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

// The flips of up to sixteen replicates, a row for each observation.
class FlipRows {
public:
    explicit FlipRows(std::size_t observations) : rows_((observations + 31) / 32 * 32 * kLanes) {}

    void draw(std::uint64_t key, std::uint64_t first_replicate) {
        std::vector<PhiloxStream> streams;
        for (unsigned lane = 0; lane < kLanes; ++lane) streams.emplace_back(key, first_replicate + lane);
        for (std::size_t at = 0; at < rows_.size(); at += 32 * kLanes) {
            Lanes words;
            for (unsigned lane = 0; lane < kLanes; ++lane) words[lane] = streams[lane].next();
            for (unsigned bit = 0; bit < 32; ++bit)
                for (unsigned lane = 0; lane < kLanes; ++lane)
                    rows_[at + bit * kLanes + lane] = static_cast<std::uint8_t>((words[lane] >> bit) & 1u);
        }
    }

    const std::uint8_t* data() const { return rows_.data(); }

private:
    std::vector<std::uint8_t> rows_;
};

// swapped_difference in sixteen replicates. The negatives seen in the second column are those seen
// at all less those seen in the first, so one count serves; sums wrap round and come back.
inline void swapped_differences_plain(const RankStep* steps, std::size_t count, const std::uint8_t* rows,
                                      Lanes& differences) {
    std::uint32_t first[kLanes] = {}, ahead[kLanes] = {}, seen = 0;
    for (std::size_t e = 0; e < count; ++e) {
        const std::uint8_t* flip = rows + std::size_t(kLanes) * (steps[e] >> 2);
        const std::uint32_t classifier = (steps[e] >> 1) & 1u, negative = steps[e] & 1u;
        seen += negative;
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            const std::uint32_t second = flip[lane] ^ classifier;
            first[lane] += negative & ~second;
            ahead[lane] += (negative - 1) & (first[lane] - ((0u - second) & seen));
        }
    }
    std::memcpy(differences.data(), ahead, sizeof ahead);
}

#ifdef AUCURATE_HAS_AVX2

AUCURATE_AVX2 inline void swapped_differences_wide(const RankStep* steps, std::size_t count, const std::uint8_t* rows,
                                                   Lanes& differences) {
    constexpr unsigned half = kLanes / 2;
    __m256i first[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    __m256i ahead[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    std::int32_t seen = 0;
    for (std::size_t e = 0; e < count; ++e) {
        const std::uint8_t* flip = rows + std::size_t(kLanes) * (steps[e] >> 2);
        const auto classifier = static_cast<std::int32_t>((steps[e] >> 1) & 1u);
        if (steps[e] & 1u) {
            const __m256i other = _mm256_set1_epi32(classifier ^ 1);
            for (unsigned h = 0; h < 2; ++h)
                first[h] = _mm256_add_epi32(first[h], _mm256_xor_si256(eight_counts(flip + h * half), other));
            ++seen;
        } else {
            const __m256i own = _mm256_set1_epi32(classifier), all = _mm256_set1_epi32(seen);
            for (unsigned h = 0; h < 2; ++h) {
                const __m256i second = _mm256_xor_si256(eight_counts(flip + h * half), own);
                const __m256i gained = _mm256_sub_epi32(first[h], _mm256_mullo_epi32(second, all));
                ahead[h] = _mm256_add_epi32(ahead[h], gained);
            }
        }
    }
    store_lanes(ahead[0], ahead[1], differences);
}

#else

inline void swapped_differences_wide(const RankStep* steps, std::size_t count, const std::uint8_t* rows,
                                     Lanes& differences) {
    swapped_differences_plain(steps, count, rows, differences);
}

#endif

inline void swapped_differences(const RankStep* steps, std::size_t count, const std::uint8_t* rows,
                                Lanes& differences) {
    const bool wide = use_wide.load(std::memory_order_relaxed);
    (wide ? swapped_differences_wide : swapped_differences_plain)(steps, count, rows, differences);
}

}  // namespace aucurate
