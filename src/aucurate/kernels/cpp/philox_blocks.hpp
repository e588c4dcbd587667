// Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011), many blocks of four words at a time.
#pragma once

#include <cstdint>

#include "wide.hpp"

namespace aucurate {

constexpr unsigned kPhiloxLanes = 64;
constexpr std::uint32_t kPhiloxTimes[2] = {0xD2511F53u, 0xCD9E8D57u}, kPhiloxPlus[2] = {0x9E3779B9u, 0xBB67AE85u};

// 64 consecutive blocks, side by side so that the compiler can vectorise.
inline void philox_blocks_plain(const std::uint32_t* key, const std::uint32_t* replicate, std::uint64_t first,
                                std::uint32_t* words) {
    std::uint32_t x0[kPhiloxLanes], x1[kPhiloxLanes], x2[kPhiloxLanes], x3[kPhiloxLanes];
    for (unsigned lane = 0; lane < kPhiloxLanes; ++lane) {
        x0[lane] = static_cast<std::uint32_t>(first + lane);
        x1[lane] = static_cast<std::uint32_t>((first + lane) >> 32);
        x2[lane] = replicate[0];
        x3[lane] = replicate[1];
    }
    std::uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; ++round) {
        for (unsigned lane = 0; lane < kPhiloxLanes; ++lane) {
            const std::uint64_t p0 = std::uint64_t(kPhiloxTimes[0]) * x0[lane];
            const std::uint64_t p1 = std::uint64_t(kPhiloxTimes[1]) * x2[lane];
            const std::uint32_t y0 = static_cast<std::uint32_t>(p1 >> 32) ^ x1[lane] ^ k0;
            const std::uint32_t y2 = static_cast<std::uint32_t>(p0 >> 32) ^ x3[lane] ^ k1;
            x1[lane] = static_cast<std::uint32_t>(p1);
            x3[lane] = static_cast<std::uint32_t>(p0);
            x0[lane] = y0;
            x2[lane] = y2;
        }
        k0 += kPhiloxPlus[0];
        k1 += kPhiloxPlus[1];
    }
    for (unsigned lane = 0; lane < kPhiloxLanes; ++lane) {
        words[4 * lane] = x0[lane];
        words[4 * lane + 1] = x1[lane];
        words[4 * lane + 2] = x2[lane];
        words[4 * lane + 3] = x3[lane];
    }
}

#ifdef AUCURATE_HAS_AVX2

// Four blocks from their words, each in the lower half of a 64-bit lane.
AUCURATE_AVX2 inline void store_blocks(const __m256i* x, std::uint32_t* words) {
    const __m256i front = _mm256_blend_epi32(x[0], _mm256_slli_epi64(x[1], 32), 0xAA);
    const __m256i back = _mm256_blend_epi32(x[2], _mm256_slli_epi64(x[3], 32), 0xAA);
    const __m256i even = _mm256_unpacklo_epi64(front, back), odd = _mm256_unpackhi_epi64(front, back);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(words + 8), _mm256_permute2x128_si256(even, odd, 0x31));
}

// The same. A word lives in the lower half of a 64-bit lane; what gathers in the upper half is
// never read, since the multiplication takes lower halves only.
AUCURATE_AVX2 inline void philox_blocks_wide(const std::uint32_t* key, const std::uint32_t* replicate,
                                             std::uint64_t first, std::uint32_t* words) {
    constexpr unsigned kGroups = 4;
    const __m256i m0 = _mm256_set1_epi64x(kPhiloxTimes[0]), m1 = _mm256_set1_epi64x(kPhiloxTimes[1]);
    for (unsigned lane = 0; lane < kPhiloxLanes; lane += 4 * kGroups) {
        __m256i x[kGroups][4];
        for (unsigned g = 0; g < kGroups; ++g) {
            const auto start = static_cast<long long>(first + lane + 4 * g);
            x[g][0] = _mm256_add_epi64(_mm256_set1_epi64x(start), _mm256_set_epi64x(3, 2, 1, 0));
            x[g][1] = _mm256_srli_epi64(x[g][0], 32);
            x[g][2] = _mm256_set1_epi64x(replicate[0]);
            x[g][3] = _mm256_set1_epi64x(replicate[1]);
        }
        std::uint32_t k0 = key[0], k1 = key[1];
#pragma GCC unroll 10
        for (int round = 0; round < 10; ++round) {
            const __m256i key0 = _mm256_set1_epi64x(k0), key1 = _mm256_set1_epi64x(k1);
#pragma GCC unroll 4
            for (auto& y : x) {
                const __m256i p0 = _mm256_mul_epu32(m0, y[0]), p1 = _mm256_mul_epu32(m1, y[2]);
                y[0] = _mm256_xor_si256(_mm256_xor_si256(y[1], key0), _mm256_srli_epi64(p1, 32));
                y[2] = _mm256_xor_si256(_mm256_xor_si256(y[3], key1), _mm256_srli_epi64(p0, 32));
                y[1] = p1;
                y[3] = p0;
            }
            k0 += kPhiloxPlus[0];
            k1 += kPhiloxPlus[1];
        }
        for (unsigned g = 0; g < kGroups; ++g) store_blocks(x[g], words + 4 * (lane + 4 * g));
    }
}

#else

inline void philox_blocks_wide(const std::uint32_t* key, const std::uint32_t* replicate, std::uint64_t first,
                               std::uint32_t* words) {
    philox_blocks_plain(key, replicate, first, words);
}

#endif

inline void philox_blocks(const std::uint32_t* key, const std::uint32_t* replicate, std::uint64_t first,
                          std::uint32_t* words) {
    (use_wide.load(std::memory_order_relaxed) ? philox_blocks_wide : philox_blocks_plain)(key, replicate, first, words);
}

}  // namespace aucurate
