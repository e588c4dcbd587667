// Random numbers of the binomial and the multinomial distribution, at any size.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "philox.hpp"

namespace aucurate {

// Uniform between 0 and 1, neither of which it is.
inline double uniform(PhiloxStream& stream) {
    const std::uint64_t high = stream.next() >> 5, low = stream.next() >> 6;
    return (static_cast<double>((high << 26) | low) + 0.5) * 0x1p-53;
}

// log k! less (k + 1/2) log(k + 1) - (k + 1) + log(2 pi) / 2: what Stirling's formula lacks.
inline double stirling_rest(double k) {
    if (k < 10) {
        double factorial = 1;
        for (double i = 2; i <= k; ++i) factorial *= i;
        return std::log(factorial) - (k + 0.5) * std::log(k + 1) + (k + 1) - 0.91893853320467274178;
    }
    const double square = (k + 1) * (k + 1);
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

// Of n trials with the probability p <= 1/2, how many succeed: by inversion where few are expected,
// otherwise by transformed rejection (Hormann 1993, algorithm BTRS).
inline std::uint64_t binomial_below_half(PhiloxStream& stream, std::uint64_t trials, double p) {
    const auto n = static_cast<double>(trials);
    const double odds = p / (1 - p);
    if (n * p < 10) {
        double chance = std::exp(n * std::log1p(-p)), left = uniform(stream);
        std::uint64_t k = 0;
        while (left > chance && k < trials) {
            left -= chance;
            chance *= (n - static_cast<double>(k)) / static_cast<double>(k + 1) * odds;
            ++k;
        }
        return k;
    }
    const double spread = std::sqrt(n * p * (1 - p)), b = 1.15 + 2.53 * spread, a = -0.0873 + 0.0248 * b + 0.01 * p;
    const double centre = n * p + 0.5, sure = 0.92 - 4.2 / b, scale = (2.83 + 5.1 / b) * spread;
    const double mode = std::floor((n + 1) * p), from_mode = n - mode + 1;
    const double at_mode =
        (mode + 0.5) * std::log((mode + 1) / (odds * from_mode)) + stirling_rest(mode) + stirling_rest(n - mode);
    for (;;) {
        const double u = uniform(stream) - 0.5, v = uniform(stream), edge = 0.5 - std::abs(u);
        const double k = std::floor((2 * a / edge + b) * u + centre);
        if (k < 0 || k > n) continue;
        if (edge >= 0.07 && v <= sure) return static_cast<std::uint64_t>(k);
        const double from_k = n - k + 1;
        const double bound = at_mode + (n + 1) * std::log(from_mode / from_k) +
                             (k + 0.5) * std::log(from_k * odds / (k + 1)) - stirling_rest(k) - stirling_rest(n - k);
        if (std::log(v * scale / (a / (edge * edge) + b)) <= bound) return static_cast<std::uint64_t>(k);
    }
}

// Of n trials with the probability part / whole, how many succeed.
inline std::uint64_t draw_binomial(PhiloxStream& stream, std::uint64_t trials, std::uint64_t part, std::uint64_t whole) {
    if (trials == 0 || part == 0) return 0;
    if (part == whole) return trials;
    const auto chance = [&](std::uint64_t of) { return static_cast<double>(of) / static_cast<double>(whole); };
    if (part <= whole - part) return binomial_below_half(stream, trials, chance(part));
    return trials - binomial_below_half(stream, trials, chance(whole - part));
}

// With at most so many trials for each possible result they are made one by one: a binomial number
// takes longer than that.
constexpr std::uint64_t kTrialsOfBinomial = 16;

// As many trials as the sizes add up to, each of which falls on x with the share of sizes[x].
inline void draw_multinomial(PhiloxStream& stream, const std::int64_t* sizes, std::size_t count, std::uint64_t* times,
                             std::vector<std::uint32_t>& results) {
    std::uint64_t whole = 0;
    for (std::size_t i = 0; i < count; ++i) whole += static_cast<std::uint64_t>(sizes[i]);
    if (whole <= kTrialsOfBinomial * count && whole < (std::uint64_t(1) << 32)) {
        results.clear();
        for (std::size_t i = 0; i < count; ++i)
            results.insert(results.end(), static_cast<std::size_t>(sizes[i]), static_cast<std::uint32_t>(i));
        std::fill_n(times, count, std::uint64_t(0));
        for (std::uint64_t trial = 0; trial < whole; ++trial)
            ++times[results[stream.below(static_cast<std::uint32_t>(whole))]];
        return;
    }
    std::uint64_t left = whole;
    for (std::size_t i = 0; i < count; ++i) {
        const auto part = static_cast<std::uint64_t>(sizes[i]);
        times[i] = draw_binomial(stream, left, part, whole);
        left -= times[i];
        whole -= part;
    }
}

}  // namespace aucurate
