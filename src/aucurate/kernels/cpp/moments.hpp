// Exact sums and cross products of integer placements: the raw material of DeLong's covariance.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "parallel.hpp"

namespace aucurate {

// `counts` holds `rows` vectors of `columns` non-negative integers. sums[r] and the upper triangle
// products[r * rows + s] come out as exact 128-bit integers, the same on any number of threads. With
// `weights`, not null, every column counts so many times.
inline void cross_moments(const std::int64_t* counts, std::size_t rows, std::size_t columns,
                          const std::int64_t* weights, unsigned threads, std::vector<unsigned __int128>& sums,
                          std::vector<unsigned __int128>& products) {
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
            if (weights) {
                std::array<Wide, kBlock> weighed;
                for (std::size_t i = begin; i < end; ++i) {
                    weighed[i - begin] = Wide(static_cast<std::uint64_t>(left[i])) * static_cast<std::uint64_t>(weights[i]);
                    sum += weighed[i - begin];
                }
                for (std::size_t s = r; s < rows; ++s) {
                    const std::int64_t* right = counts + s * columns;
                    Wide product = 0;
                    for (std::size_t i = begin; i < end; ++i)
                        product += weighed[i - begin] * static_cast<std::uint64_t>(right[i]);
                    product_of[worker][r * rows + s] += product;
                }
                sum_of[worker][r] += sum;
                continue;
            }
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

// Sums over the columns i of `rows` vectors x of numbers, less their means, with the shares s:
// products[r * rows + s'] of s_i^2 x_r x_s, distances of s_i^2 (x_r - x_s)^2, and the same with s_i
// instead of its square; fourth[r] of (s_i x_r)^4. The columns are cut into stripes whose sums are
// added in their order, so that threads change nothing.
struct ShareSums {
    std::vector<double> products, distances, single_products, single_distances, fourth;

    explicit ShareSums(std::size_t rows)
        : products(rows * rows), distances(rows * rows), single_products(rows * rows), single_distances(rows * rows),
          fourth(rows) {}

    void add(const ShareSums& other) {
        auto into = [](std::vector<double>& sum, const std::vector<double>& more) {
            for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
        };
        into(products, other.products);
        into(distances, other.distances);
        into(single_products, other.single_products);
        into(single_distances, other.single_distances);
        into(fourth, other.fourth);
    }
};

inline ShareSums share_sums(const double* values, std::size_t rows, std::size_t columns, const double* means,
                            const double* shares, unsigned threads) {
    constexpr std::size_t kBlock = 2048, kStripes = 64;
    const std::size_t blocks = (columns + kBlock - 1) / kBlock, stripes = std::max<std::size_t>(1, std::min(kStripes, blocks));
    std::vector<ShareSums> partial(stripes, ShareSums(rows));
    parallel_for(stripes, threads, nullptr, [&](std::size_t stripe, unsigned) {
        ShareSums& sums = partial[stripe];
        std::vector<double> away(rows * kBlock);
        for (std::size_t block = blocks * stripe / stripes; block < blocks * (stripe + 1) / stripes; ++block) {
            const std::size_t begin = block * kBlock, size = std::min(columns, begin + kBlock) - begin;
            const double* share = shares + begin;
            for (std::size_t r = 0; r < rows; ++r)
                for (std::size_t i = 0; i < size; ++i) away[r * kBlock + i] = values[r * columns + begin + i] - means[r];
            for (std::size_t r = 0; r < rows; ++r) {
                const double* left = away.data() + r * kBlock;
                double fourth = 0;
                for (std::size_t i = 0; i < size; ++i) {
                    const double square = left[i] * share[i] * left[i] * share[i];
                    fourth += square * square;
                }
                sums.fourth[r] += fourth;
                for (std::size_t s = r; s < rows; ++s) {
                    const double* right = away.data() + s * kBlock;
                    double product = 0, distance = 0, single_product = 0, single_distance = 0;
                    for (std::size_t i = 0; i < size; ++i) {
                        const double both = share[i] * left[i] * right[i], apart = left[i] - right[i],
                                     gap = share[i] * apart * apart;
                        single_product += both;
                        product += share[i] * both;
                        single_distance += gap;
                        distance += share[i] * gap;
                    }
                    sums.products[r * rows + s] += product;
                    sums.distances[r * rows + s] += distance;
                    sums.single_products[r * rows + s] += single_product;
                    sums.single_distances[r * rows + s] += single_distance;
                }
            }
        }
    });
    for (std::size_t stripe = 1; stripe < stripes; ++stripe) partial[0].add(partial[stripe]);
    return std::move(partial[0]);
}

}  // namespace aucurate
