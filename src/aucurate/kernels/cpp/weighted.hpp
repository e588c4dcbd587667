// Decisions by weighted scores: the class with the largest product of weight and score, the first of
// equals. Scores and weights are finite and not negative; products are of doubles, and compared as
// they are, so that every way to count gives the same counts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "wide.hpp"

namespace aucurate {

// Observations that are decided side by side.
constexpr unsigned kPack = 32;

// The scores that one class gives to the observations of a pack; a pack is a row for each class.
struct Row {
    alignas(32) double of[kPack];
};

struct Weight {
    std::size_t label;
    double value;
};

// The weight of the first class, and those of the others that are not 0. A product of 0 beats
// nothing that came before it, so that the rest need not be looked at.
struct WeightVector {
    double first;
    const Weight *begin, *end;
};

class WeightVectors {
public:
    WeightVectors(const double* weights, std::size_t vectors, std::size_t classes) : firsts_(vectors), begins_{0} {
        for (std::size_t v = 0; v < vectors; ++v) {
            firsts_[v] = weights[v * classes];
            for (std::size_t label = 1; label < classes; ++label)
                if (const double value = weights[v * classes + label]; value != 0) others_.push_back({label, value});
            begins_.push_back(others_.size());
        }
    }

    WeightVector operator[](std::size_t v) const {
        return {firsts_[v], others_.data() + begins_[v], others_.data() + begins_[v + 1]};
    }

private:
    std::vector<double> firsts_;
    std::vector<std::size_t> begins_;
    std::vector<Weight> others_;
};

// The class for which each observation of a pack is decided. Two observations to a vector, which
// every processor of today can compare.
inline void decide_plain(const Row* pack, const WeightVector& vector, std::uint32_t* decided) {
    typedef double Two __attribute__((vector_size(16), may_alias));
    typedef std::int64_t TwoLabels __attribute__((vector_size(16)));
    constexpr unsigned together = 4;
    for (unsigned at = 0; at < kPack; at += 2 * together) {
        Two best[together];
        TwoLabels found[together] = {};
        for (unsigned k = 0; k < together; ++k)
            best[k] = reinterpret_cast<const Two*>(pack->of + at)[k] * vector.first;
        for (const Weight* weight = vector.begin; weight != vector.end; ++weight) {
            const auto* scores = reinterpret_cast<const Two*>(pack[weight->label].of + at);
            const auto label = static_cast<std::int64_t>(weight->label);
            for (unsigned k = 0; k < together; ++k) {
                const Two product = scores[k] * weight->value;
                const TwoLabels better = product > best[k];
                best[k] = better ? product : best[k];
                found[k] = (found[k] & ~better) | (label & better);
            }
        }
        for (unsigned i = 0; i < 2 * together; ++i) decided[at + i] = static_cast<std::uint32_t>(found[i / 2][i % 2]);
    }
}

// Adds to counts[label] how many observations of the packs are decided for it.
inline void count_plain(const Row* packs, std::size_t pack_count, std::size_t classes, const WeightVector& vector,
                        std::uint32_t* counts) {
    std::uint32_t decided[kPack];
    for (std::size_t p = 0; p < pack_count; ++p) {
        decide_plain(packs + p * classes, vector, decided);
        for (const std::uint32_t label : decided) ++counts[label];
    }
}

// With more packs or classes than this a tally of count_wide would overflow.
constexpr std::size_t kMostPacks = 255, kMostClasses = 256;

// With more classes than this a number of decide_wide would.
constexpr std::size_t kMostDecided = 65536;

#ifdef AUCURATE_HAS_AVX2

// For sixteen observations the number of the weight that each is decided for, from 1, or 0 for the
// first class, in 16 bits each. Observation 4 k + j is in field k of the four in quarter j.
AUCURATE_AVX2 inline __m256i decide_sixteen(const Row* pack, unsigned half, const WeightVector& vector) {
    const unsigned at = half * (kPack / 2);
    const __m256d first = _mm256_set1_pd(vector.first);
    __m256d best[4], decided[4];
    for (unsigned k = 0; k < 4; ++k) {
        best[k] = _mm256_mul_pd(_mm256_load_pd(pack->of + at + 4 * k), first);
        decided[k] = _mm256_setzero_pd();
    }
    const __m256i one = _mm256_set1_epi64x(1);
    __m256i number = one;
    for (const Weight* weight = vector.begin; weight != vector.end; ++weight) {
        const double* scores = pack[weight->label].of + at;
        const __m256d value = _mm256_broadcast_sd(&weight->value);
        for (unsigned k = 0; k < 4; ++k) {
            const __m256d product = _mm256_mul_pd(_mm256_load_pd(scores + 4 * k), value);
            const __m256d better = _mm256_cmp_pd(product, best[k], _CMP_GT_OQ);
            best[k] = _mm256_max_pd(product, best[k]);
            decided[k] = _mm256_blendv_pd(decided[k], _mm256_castsi256_pd(number), better);
        }
        number = _mm256_add_epi64(number, one);
    }
    __m256i fields = _mm256_castpd_si256(decided[3]);
    for (int k = 2; k >= 0; --k)
        fields = _mm256_or_si256(_mm256_slli_epi64(fields, 16), _mm256_castpd_si256(decided[k]));
    return fields;
}

AUCURATE_AVX2 inline void decide_wide(const Row* pack, const WeightVector& vector, std::uint32_t* decided) {
    for (unsigned half = 0; half < 2; ++half) {
        alignas(32) std::uint16_t numbers[kPack / 2];
        _mm256_store_si256(reinterpret_cast<__m256i*>(numbers), decide_sixteen(pack, half, vector));
        for (unsigned i = 0; i < kPack / 2; ++i) {
            const std::uint16_t number = numbers[i % 4 * 4 + i / 4];
            decided[half * (kPack / 2) + i] = number == 0 ? 0 : static_cast<std::uint32_t>(vector.begin[number - 1].label);
        }
    }
}

AUCURATE_AVX2 inline std::uint32_t sum_of_bytes(__m256i bytes) {
    const __m256i sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    const __m128i halves = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(halves) + _mm_extract_epi32(halves, 2));
}

// count_plain for at most kMostPacks packs and kMostClasses classes. A tally has a byte for each
// observation of a pack, so that one comparison serves all of them.
AUCURATE_AVX2 inline void count_wide(const Row* packs, std::size_t pack_count, std::size_t classes,
                                     const WeightVector& vector, std::uint32_t* counts) {
    __m256i tallies[kMostClasses];
    const std::size_t candidates = static_cast<std::size_t>(vector.end - vector.begin) + 1;
    const __m256i one = _mm256_set1_epi8(1);
    for (std::size_t candidate = 0; candidate < candidates; ++candidate) tallies[candidate] = _mm256_setzero_si256();
    for (std::size_t p = 0; p < pack_count; ++p) {
        const Row* pack = packs + p * classes;
        const __m256i decided = _mm256_packus_epi16(decide_sixteen(pack, 0, vector), decide_sixteen(pack, 1, vector));
        __m256i number = _mm256_setzero_si256();
        for (std::size_t candidate = 0; candidate < candidates; ++candidate) {
            tallies[candidate] = _mm256_sub_epi8(tallies[candidate], _mm256_cmpeq_epi8(decided, number));
            number = _mm256_add_epi8(number, one);
        }
    }
    counts[0] += sum_of_bytes(tallies[0]);
    for (std::size_t candidate = 1; candidate < candidates; ++candidate)
        counts[vector.begin[candidate - 1].label] += sum_of_bytes(tallies[candidate]);
}

#else

inline void decide_wide(const Row* pack, const WeightVector& vector, std::uint32_t* decided) {
    decide_plain(pack, vector, decided);
}

inline void count_wide(const Row* packs, std::size_t pack_count, std::size_t classes, const WeightVector& vector,
                       std::uint32_t* counts) {
    count_plain(packs, pack_count, classes, vector, counts);
}

#endif

inline void decide(const Row* pack, std::size_t classes, const WeightVector& vector, std::uint32_t* decided) {
    const bool wide = use_wide.load(std::memory_order_relaxed) && classes <= kMostDecided;
    (wide ? decide_wide : decide_plain)(pack, vector, decided);
}

// At most kMostPacks packs and kMostClasses classes.
inline void count(const Row* packs, std::size_t pack_count, std::size_t classes, const WeightVector& vector,
                  std::uint32_t* counts) {
    (use_wide.load(std::memory_order_relaxed) ? count_wide : count_plain)(packs, pack_count, classes, vector, counts);
}

}  // namespace aucurate
