// Random words to counts of the observations drawn.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "philox_blocks.hpp"

namespace aucurate {

// Lemire 2019: of a random number r, r * bound has the value in its upper half; it is fair unless
// the lower half is below 2^bits mod bound.
template <class Part>
constexpr std::uint32_t unfair_below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((std::uint64_t(std::numeric_limits<Part>::max()) + 1) % bound);
}

// Adds one to counts[x] for every x of `drawn`. Reading eight bytes at a time leaves room for the
// counts, which are what takes the time.
template <class Part>
AUCURATE_BODY void count_each(const Part* drawn, unsigned size, std::uint8_t* counts) {
    constexpr unsigned bits = 8 * sizeof(Part), together = sizeof(std::uint64_t) / sizeof(Part);
    unsigned i = 0;
    for (; i + together <= size; i += together) {
        std::uint64_t some;
        std::memcpy(&some, drawn + i, sizeof some);
        for (unsigned k = 0; k < together; ++k) ++counts[static_cast<Part>(some >> (k * bits))];
    }
    for (; i < size; ++i) ++counts[drawn[i]];
}

// Adds one to counts[x] for every fair value x below `bound` among the parts of the words, the
// lower part of a word first, and to counts[bound] for every other. Returns how many were fair.
template <class Part>
AUCURATE_BODY std::uint32_t tally_body(const std::uint32_t* words, unsigned count, Part bound, Part unfair,
                                       std::uint8_t* counts) {
    using Product = std::conditional_t<sizeof(Part) == 2, std::uint32_t, std::uint64_t>;
    constexpr unsigned parts = sizeof(std::uint32_t) / sizeof(Part);
    constexpr unsigned turn = std::endian::native == std::endian::little ? 0 : parts - 1;
    Part given[4 * kPhiloxLanes * parts], drawn[4 * kPhiloxLanes * parts];
    std::memcpy(given, words, count * sizeof(std::uint32_t));
    for (unsigned i = 0; i < count * parts; ++i)
        drawn[i] = static_cast<Part>((Product(given[i ^ turn]) * bound) >> (8 * sizeof(Part)));
    Part fair = 0;
    for (unsigned i = 0; i < count * parts; ++i) {
        const Part lower = static_cast<Part>(Product(given[i ^ turn]) * bound);
        const Part mask = lower >= unfair ? static_cast<Part>(~Part(0)) : Part(0);
        drawn[i] = static_cast<Part>((drawn[i] & mask) | (bound & ~mask));
        fair = static_cast<Part>(fair - mask);
    }
    count_each(drawn, count * parts, counts);
    return fair;
}

template <class Part>
std::uint32_t tally_plain(const std::uint32_t* words, unsigned count, Part bound, Part unfair, std::uint8_t* counts) {
    return tally_body<Part>(words, count, bound, unfair, counts);
}

template <class Part>
AUCURATE_AVX2 std::uint32_t tally_wide(const std::uint32_t* words, unsigned count, Part bound, Part unfair,
                                       std::uint8_t* counts) {
    return tally_body<Part>(words, count, bound, unfair, counts);
}

}  // namespace aucurate
