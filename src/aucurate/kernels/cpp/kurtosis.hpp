// Exact power sums of rows of integers: the raw material of the placements' kurtosis.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "parallel.hpp"

namespace aucurate {

using PowerSums = std::array<unsigned __int128, 4>;

// Sums of x, x^2, x^3, x^4 over `columns` non-negative integers, exact and so independent of the
// order of rows and of the threads. Values beyond 24 bits lose their low bits first: the sums must
// fit, and a kurtosis needs no more than seven digits. No value is above `largest`; 0 is for the
// largest of them. With `weights`, not null, every value counts so many times; the sum of all weights
// is `total`, and beyond 2^31 some more bits are lost.
inline PowerSums power_sums(const std::int64_t* values, std::size_t columns, const std::int64_t* weights,
                            std::uint64_t total, std::uint64_t largest, unsigned threads) {
    constexpr std::size_t kBlock = 65536;
    const std::size_t blocks = (columns + kBlock - 1) / kBlock;
    if (largest == 0) largest = static_cast<std::uint64_t>(*std::max_element(values, values + columns));
    const int room = std::min(24, (127 - static_cast<int>(std::bit_width(total))) / 4);
    const int shift = std::max(0, static_cast<int>(std::bit_width(largest)) - room);
    std::vector<PowerSums> partial(worker_count(blocks, threads), PowerSums{});
    parallel_for(blocks, threads, nullptr, [&](std::size_t block, unsigned worker) {
        const std::size_t end = std::min(columns, (block + 1) * kBlock);
        if (weights) {
            for (std::size_t i = block * kBlock; i < end; ++i) {
                const std::uint64_t x = static_cast<std::uint64_t>(values[i]) >> shift;
                unsigned __int128 power = static_cast<std::uint64_t>(weights[i]);
                for (std::size_t at = 0; at < 4; ++at) partial[worker][at] += power *= x;
            }
            return;
        }
        std::uint64_t first = 0, second = 0;
        unsigned __int128 third = 0, fourth = 0;
        for (std::size_t i = block * kBlock; i < end; ++i) {
            const std::uint64_t x = static_cast<std::uint64_t>(values[i]) >> shift, square = x * x;
            first += x;
            second += square;  // 2^48 in each of 2^16 values fits
            third += static_cast<unsigned __int128>(square) * x;
            fourth += static_cast<unsigned __int128>(square) * square;
        }
        partial[worker][0] += first;
        partial[worker][1] += second;
        partial[worker][2] += third;
        partial[worker][3] += fourth;
    });
    PowerSums sums{};
    for (const auto& part : partial)
        for (std::size_t power = 0; power < 4; ++power) sums[power] += part[power];
    return sums;
}

}  // namespace aucurate
