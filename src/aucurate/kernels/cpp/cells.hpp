// Scores of a stream of rows, counted in cells, placed by their cells, or sent to partitions.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "parallel.hpp"

namespace aucurate {

// A map from scores to cells that never falls: see kernels/cells.py. Segment j begins at starts[j]
// and has widths[j] cells of the same width from firsts[j] on; the first begins at minus infinity.
struct CellMap {
    const double *starts, *slopes;
    const std::int64_t *firsts, *widths;
    std::size_t segments;

    std::size_t cell(double score) const {
        const std::size_t j = segment(starts, segments, score);
        if (widths[j] == 1) return static_cast<std::size_t>(firsts[j]);
        const double place = std::min((score - starts[j]) * slopes[j], static_cast<double>(widths[j] - 1));
        return static_cast<std::size_t>(firsts[j] + static_cast<std::int64_t>(place));
    }

    // The last of ascending starts that is not above the score; the first is never above.
    static std::size_t segment(const double* starts, std::size_t count, double score) {
        const double* at = starts;
        while (count > 1) {
            const std::size_t half = count / 2;
            at += (at[half] <= score) * half;
            count -= half;
        }
        return static_cast<std::size_t>(at - starts);
    }
};

// What a cell holds. Several threads add to one cell.
struct Cell {
    std::int64_t positives, negatives;
    double low, high;

    void add(double score, bool positive, std::int64_t weight) {
        std::atomic_ref<std::int64_t>(positive ? positives : negatives).fetch_add(weight, std::memory_order_relaxed);
        std::atomic_ref<double> least(low), most(high);
        double seen = least.load(std::memory_order_relaxed);
        while (score < seen && !least.compare_exchange_weak(seen, score, std::memory_order_relaxed)) {
        }
        seen = most.load(std::memory_order_relaxed);
        while (score > seen && !most.compare_exchange_weak(seen, score, std::memory_order_relaxed)) {
        }
    }
};

constexpr std::size_t kStreamChunk = 65536;

inline std::size_t stream_chunks(std::size_t count) { return (count + kStreamChunk - 1) / kStreamChunk; }

// How many positives stand before each chunk of rows.
inline std::vector<std::size_t> positives_before(const std::uint8_t* positive, std::size_t count) {
    std::vector<std::size_t> before{0};
    for (std::size_t begin = 0; begin < count; begin += kStreamChunk) {
        std::size_t here = 0;
        for (std::size_t i = begin, end = std::min(count, begin + kStreamChunk); i < end; ++i) here += positive[i];
        before.push_back(before.back() + here);
    }
    return before;
}

inline void count_cells(const double* scores, const std::uint8_t* positive, const std::int64_t* weights,
                        std::size_t count, const CellMap& map, Cell* cells, unsigned threads) {
    parallel_for(stream_chunks(count), threads, nullptr, [&](std::size_t chunk, unsigned) {
        const std::size_t end = std::min(count, (chunk + 1) * kStreamChunk);
        for (std::size_t i = chunk * kStreamChunk; i < end; ++i)
            cells[map.cell(scores[i])].add(scores[i], positive[i] != 0, weights ? weights[i] : 1);
    });
}

// Looks up what every row has by its cell, positives and negatives each in their order.
inline void place_by_cells(const double* scores, const std::uint8_t* positive, std::size_t count, const CellMap& map,
                           const std::int64_t* of_positive_cells, const std::int64_t* of_negative_cells,
                           std::int64_t* of_positives, std::int64_t* of_negatives, unsigned threads) {
    const std::vector<std::size_t> before = positives_before(positive, count);
    parallel_for(stream_chunks(count), threads, nullptr, [&](std::size_t chunk, unsigned) {
        const std::size_t begin = chunk * kStreamChunk, end = std::min(count, begin + kStreamChunk);
        std::int64_t* up = of_positives + before[chunk];
        std::int64_t* down = of_negatives + (begin - before[chunk]);
        for (std::size_t i = begin; i < end; ++i) {
            const std::size_t cell = map.cell(scores[i]);
            if (positive[i])
                *up++ = of_positive_cells[cell];
            else
                *down++ = of_negative_cells[cell];
        }
    });
}

// Sorts rows by partition and class: slot 2 p has the negatives of partition p, which holds the
// scores from starts[p] to below starts[p + 1], and slot 2 p + 1 its positives, in their order.
// `ordinals` are the numbers of the rows among those of their class, and begins has the place where
// each slot begins, and the end of the last.
inline void send_to_partitions(const double* scores, const std::uint8_t* positive, const std::int64_t* weights,
                               std::size_t count, const double* starts, std::size_t partitions,
                               std::uint32_t* ordinals, double* sent_scores, std::int64_t* sent_weights,
                               std::int64_t* begins, unsigned threads) {
    const std::vector<std::size_t> before = positives_before(positive, count);
    const std::size_t chunks = stream_chunks(count), slots = 2 * partitions;
    std::vector<std::vector<std::size_t>> next(chunks, std::vector<std::size_t>(slots, 0));
    std::vector<std::uint32_t> slot_of(count);
    parallel_for(chunks, threads, nullptr, [&](std::size_t chunk, unsigned) {
        const std::size_t end = std::min(count, (chunk + 1) * kStreamChunk);
        for (std::size_t i = chunk * kStreamChunk; i < end; ++i) {
            const std::size_t slot = 2 * CellMap::segment(starts, partitions, scores[i]) + (positive[i] != 0);
            slot_of[i] = static_cast<std::uint32_t>(slot);
            ++next[chunk][slot];
        }
    });
    std::size_t total = 0;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        begins[slot] = static_cast<std::int64_t>(total);
        for (auto& tally : next) {
            const std::size_t here = tally[slot];
            tally[slot] = total;
            total += here;
        }
    }
    begins[slots] = static_cast<std::int64_t>(total);
    parallel_for(chunks, threads, nullptr, [&](std::size_t chunk, unsigned) {
        const std::size_t begin = chunk * kStreamChunk, end = std::min(count, begin + kStreamChunk);
        std::size_t number[2] = {begin - before[chunk], before[chunk]};
        for (std::size_t i = begin; i < end; ++i) {
            const std::size_t to = next[chunk][slot_of[i]]++;
            ordinals[to] = static_cast<std::uint32_t>(number[positive[i] != 0]++);
            sent_scores[to] = scores[i];
            if (weights) sent_weights[to] = weights[i];
        }
    });
}

}  // namespace aucurate
