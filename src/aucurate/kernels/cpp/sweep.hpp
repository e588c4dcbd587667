// Counting, in sixteen replicates at once, the pairs that positives lose.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "wide.hpp"

namespace aucurate {

constexpr unsigned kLanes = 16;
using Lanes = std::array<std::uint32_t, kLanes>;

// A positive that comes next in ascending order, then a negative; either may be a row of zeros.
struct Step {
    std::uint32_t positive, negative;
};

// Afterwards `positives` has how many positives were drawn, and `losses` the sum over the negatives
// drawn of how many of them had come before it.
inline void sweep_plain(const std::vector<Step>& steps, const std::uint8_t* rows, Lanes& positives, Lanes& losses) {
    std::uint32_t below[kLanes] = {}, lost[kLanes] = {};
    for (const Step step : steps) {
        const std::uint8_t* positive = rows + std::size_t(kLanes) * step.positive;
        const std::uint8_t* negative = rows + std::size_t(kLanes) * step.negative;
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            below[lane] += positive[lane];
            lost[lane] += negative[lane] * below[lane];
        }
    }
    std::memcpy(positives.data(), below, sizeof below);
    std::memcpy(losses.data(), lost, sizeof lost);
}

#ifdef AUCURATE_HAS_AVX2

AUCURATE_AVX2 inline __m256i eight_counts(const std::uint8_t* counts) {
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(counts)));
}

AUCURATE_AVX2 inline void store_lanes(__m256i low, __m256i high, Lanes& lanes) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes.data()), low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes.data() + kLanes / 2), high);
}

AUCURATE_AVX2 inline void sweep_wide(const std::vector<Step>& steps, const std::uint8_t* rows, Lanes& positives,
                                     Lanes& losses) {
    constexpr unsigned half = kLanes / 2;
    __m256i below[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    __m256i lost[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    for (const Step step : steps) {
        const std::uint8_t* positive = rows + std::size_t(kLanes) * step.positive;
        const std::uint8_t* negative = rows + std::size_t(kLanes) * step.negative;
        for (unsigned h = 0; h < 2; ++h) {
            below[h] = _mm256_add_epi32(below[h], eight_counts(positive + h * half));
            lost[h] = _mm256_add_epi32(lost[h], _mm256_mullo_epi32(eight_counts(negative + h * half), below[h]));
        }
    }
    store_lanes(below[0], below[1], positives);
    store_lanes(lost[0], lost[1], losses);
}

#else

inline void sweep_wide(const std::vector<Step>& steps, const std::uint8_t* rows, Lanes& positives, Lanes& losses) {
    sweep_plain(steps, rows, positives, losses);
}

#endif

inline void sweep(const std::vector<Step>& steps, const std::uint8_t* rows, Lanes& positives, Lanes& losses) {
    (use_wide.load(std::memory_order_relaxed) ? sweep_wide : sweep_plain)(steps, rows, positives, losses);
}

typedef std::uint8_t Bytes __attribute__((vector_size(kLanes)));

template <int... At>
inline Bytes picked(Bytes a, Bytes b) {
#ifdef __clang__
    return __builtin_shufflevector(a, b, At...);
#else
    return __builtin_shuffle(a, b, Bytes{At...});
#endif
}

// Sixteen columns of `size` bytes (a multiple of sixteen) become `size` rows of sixteen bytes. Four
// times over, the first half of sixteen vectors is interleaved with the second, byte by byte.
inline void transpose(const std::uint8_t* columns, std::size_t size, std::uint8_t* rows) {
    for (std::size_t at = 0; at < size; at += kLanes) {
        Bytes block[kLanes], mixed[kLanes];
        for (unsigned lane = 0; lane < kLanes; ++lane) std::memcpy(&block[lane], columns + lane * size + at, kLanes);
        for (int round = 0; round < 4; ++round) {
            for (unsigned k = 0; k < kLanes / 2; ++k) {
                const Bytes a = block[k], b = block[k + kLanes / 2];
                mixed[2 * k] = picked<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b);
                mixed[2 * k + 1] = picked<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b);
            }
            std::memcpy(block, mixed, sizeof block);
        }
        std::memcpy(rows + at * kLanes, block, sizeof block);
    }
}

}  // namespace aucurate
