// Exact sums and cross products of integer placements: the raw material of DeLong's covariance.
#pragma once

#include <cstdint>
#include <vector>

#include "parallel.hpp"

namespace aucurate {

// `counts` holds `rows` vectors of `columns` non-negative integers. sums[r] and the upper triangle
// products[r * rows + s] come out as exact 128-bit integers, the same on any number of threads.
inline void cross_moments(const std::int64_t* counts, std::size_t rows, std::size_t columns, unsigned threads,
                          std::vector<unsigned __int128>& sums, std::vector<unsigned __int128>& products) {
    using Wide = unsigned __int128;
    constexpr std::size_t kBlock = 8192;
    const std::size_t blocks = (columns + kBlock - 1) / kBlock;
    const std::size_t workers = worker_count(blocks, threads);
    std::vector<std::vector<Wide>> sum_of(workers, std::vector<Wide>(rows)),
        product_of(workers, std::vector<Wide>(rows * rows));
    parallel_for(blocks, threads, nullptr, [&](std::size_t block, unsigned worker) {
        const std::size_t begin = block * kBlock, end = std::min(columns, begin + kBlock);
        for (std::size_t r = 0; r < rows; ++r) {
            const std::int64_t* left = counts + r * columns;
            Wide sum = 0;
            for (std::size_t i = begin; i < end; ++i) sum += static_cast<std::uint64_t>(left[i]);
            sum_of[worker][r] += sum;
            for (std::size_t s = r; s < rows; ++s) {
                const std::int64_t* right = counts + s * columns;
                Wide product = 0;
                for (std::size_t i = begin; i < end; ++i)
                    product += Wide(static_cast<std::uint64_t>(left[i])) * static_cast<std::uint64_t>(right[i]);
                product_of[worker][r * rows + s] += product;
            }
        }
    });
    sums.assign(rows, 0);
    products.assign(rows * rows, 0);
    for (std::size_t worker = 0; worker < workers; ++worker) {
        for (std::size_t r = 0; r < rows; ++r) sums[r] += sum_of[worker][r];
        for (std::size_t p = 0; p < rows * rows; ++p) products[p] += product_of[worker][p];
    }
}

}  // namespace aucurate
