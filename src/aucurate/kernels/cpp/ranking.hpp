// What one sort by class gives: pair counts, placements, threshold counts, orders, midranks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sorting.hpp"
#include "thinning.hpp"

namespace aucurate {

using Wide = unsigned __int128;

struct PairCounts {
    Wide doubled_wins = 0;  // 2 for a pair in the right order, 1 for a tied pair
    Wide ties = 0;
};

// For every element of `items` (sorted), how many of `others` (sorted) are less, and not greater.
template <class Element, class See>
void sweep(const Element* items, std::size_t count, const Element* others, std::size_t other_count, See see) {
    std::size_t less = 0, not_greater = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto key = key_of(items[i]);
        while (less < other_count && key_of(others[less]) < key) ++less;
        if (not_greater < less) not_greater = less;
        while (not_greater < other_count && key_of(others[not_greater]) == key) ++not_greater;
        see(i, less, not_greater);
    }
}

// The same with the weights of the others instead of their number.
template <class See>
void sweep(const WeightedKey* items, std::size_t count, const WeightedKey* others, std::size_t other_count, See see) {
    std::size_t at_less = 0, at_not_greater = 0;
    std::uint64_t less = 0, not_greater = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto key = items[i].key;
        while (at_less < other_count && others[at_less].key < key) less += weight_of(others[at_less++]);
        if (at_not_greater < at_less) {
            at_not_greater = at_less;
            not_greater = less;
        }
        while (at_not_greater < other_count && others[at_not_greater].key == key)
            not_greater += weight_of(others[at_not_greater++]);
        see(i, less, not_greater);
    }
}

template <class Float>
PairCounts count_pairs(const Float* scores, const std::uint8_t* positive, std::size_t count,
                       unsigned threads, nb::handle progress) {
    using Element = typename KeyOf<Float>::type;
    ClassBuckets<Element, Float> classes(scores, positive, count, threads);
    Monitor monitor(progress, classes.buckets());
    std::vector<PairCounts> partial(classes.buckets());
    classes.visit(&monitor, [&](const auto& bucket, std::size_t number) {
        std::uint64_t wins = 0, ties = 0;
        sweep(bucket.positive, bucket.positives, bucket.negative, bucket.negatives,
              [&](std::size_t, std::size_t less, std::size_t not_greater) {
                  wins += less + not_greater;
                  ties += not_greater - less;
              });
        partial[number].doubled_wins = Wide(bucket.positives) * (2 * Wide(bucket.negatives_below)) + wins;
        partial[number].ties = ties;
    });
    PairCounts total;
    for (const auto& part : partial) {
        total.doubled_wins += part.doubled_wins;
        total.ties += part.ties;
    }
    return total;
}

// Doubled placements: of a positive, twice the negatives below it plus those tied with it; of a
// negative, twice the positives above it plus those tied. Each class in its original row order.
// Returns how many pairs are tied. With `lines` the parts of the thinned curve are found as well,
// from the lowest bucket up.
template <class Float>
Wide place(const Float* scores, const std::uint8_t* positive, std::size_t count, std::int64_t* of_positives,
           std::int64_t* of_negatives, unsigned threads, nb::handle progress, const CurveLines* lines = nullptr,
           std::vector<CurvePart>* parts = nullptr) {
    ClassBuckets<IndexedKey, Float> classes(scores, positive, count, threads);
    Monitor monitor(progress, classes.buckets());
    const auto all_positives = static_cast<std::int64_t>(classes.positives());
    std::vector<std::uint64_t> ties(classes.buckets(), 0);
    if (lines) parts->resize(classes.buckets());
    classes.visit(&monitor, [&](const auto& bucket, std::size_t number) {
        if (lines) (*parts)[number] = thin(bucket, *lines);
        sweep(bucket.positive, bucket.positives, bucket.negative, bucket.negatives,
              [&](std::size_t i, std::size_t less, std::size_t not_greater) {
                  of_positives[bucket.positive[i].index] =
                      static_cast<std::int64_t>(2 * bucket.negatives_below + less + not_greater);
                  ties[number] += not_greater - less;
              });
        sweep(bucket.negative, bucket.negatives, bucket.positive, bucket.positives,
              [&](std::size_t i, std::size_t less, std::size_t not_greater) {
                  of_negatives[bucket.negative[i].index] =
                      2 * all_positives - static_cast<std::int64_t>(2 * bucket.positives_below + less + not_greater);
              });
    });
    return std::accumulate(ties.begin(), ties.end(), Wide(0));
}

// Doubled placements of weighted observations: as in `place`, with weights instead of numbers of the
// other class. `wins` of a positive counts with its weight. The sums of weights of each class are
// below 2^61, so that a doubled placement fits 64 bits and a sum of wins 128.
template <class Float>
PairCounts place_weighted(const Float* scores, const std::uint8_t* positive, const std::int64_t* weights,
                          std::size_t count, std::int64_t* of_positives, std::int64_t* of_negatives, unsigned threads,
                          nb::handle progress) {
    ClassBuckets<WeightedKey, Float> classes(scores, positive, count, threads, weights);
    Monitor monitor(progress, classes.buckets());
    const auto all_positives = static_cast<std::int64_t>(classes.positive_total());
    std::vector<PairCounts> partial(classes.buckets());
    classes.visit(&monitor, [&](const auto& bucket, std::size_t number) {
        PairCounts& found = partial[number];
        sweep(bucket.positive, bucket.positives, bucket.negative, bucket.negatives,
              [&](std::size_t i, std::uint64_t less, std::uint64_t not_greater) {
                  const std::uint64_t placed = 2 * bucket.negatives_below + less + not_greater;
                  of_positives[bucket.positive[i].index] = static_cast<std::int64_t>(placed);
                  found.doubled_wins += Wide(placed) * weight_of(bucket.positive[i]);
                  found.ties += Wide(not_greater - less) * weight_of(bucket.positive[i]);
              });
        sweep(bucket.negative, bucket.negatives, bucket.positive, bucket.positives,
              [&](std::size_t i, std::uint64_t less, std::uint64_t not_greater) {
                  of_negatives[bucket.negative[i].index] =
                      2 * all_positives - static_cast<std::int64_t>(2 * bucket.positives_below + less + not_greater);
              });
    });
    PairCounts total;
    for (const auto& part : partial) {
        total.doubled_wins += part.doubled_wins;
        total.ties += part.ties;
    }
    return total;
}

// The distinct scores from the highest down, with how many observations of each class have them,
// or how much these weigh.
// The three arrays have room for `count`; returns how many places of them are used. A bucket fills
// the end of the places of its observations, counted from the top, and gaps that ties leave are
// closed at the end.
template <class Element, class Float>
std::size_t count_thresholds(const Float* scores, const std::uint8_t* positive, const std::int64_t* weights,
                             std::size_t count, Float* values, std::int64_t* positives, std::int64_t* negatives,
                             unsigned threads, nb::handle progress) {
    ClassBuckets<Element, Float> classes(scores, positive, count, threads, weights);
    Monitor monitor(progress, classes.buckets());
    struct Part {
        std::size_t begin = 0, used = 0;
    };
    std::vector<Part> parts(classes.buckets());
    classes.visit(&monitor, [&](const auto& bucket, std::size_t number) {
        const std::size_t end = count - classes.rows_below(number);
        std::size_t place = end, i = 0, j = 0;
        while (i < bucket.positives || j < bucket.negatives) {
            const bool from_positive = j == bucket.negatives || (i < bucket.positives && key_of(bucket.positive[i]) <=
                                                                                             key_of(bucket.negative[j]));
            const auto key = key_of(from_positive ? bucket.positive[i] : bucket.negative[j]);
            std::uint64_t above = 0, below = 0;
            for (; i < bucket.positives && key_of(bucket.positive[i]) == key; ++i) above += weight_of(bucket.positive[i]);
            for (; j < bucket.negatives && key_of(bucket.negative[j]) == key; ++j) below += weight_of(bucket.negative[j]);
            --place;
            values[place] = value_of<Float>(static_cast<typename KeyOf<Float>::type>(key));
            positives[place] = static_cast<std::int64_t>(above);
            negatives[place] = static_cast<std::int64_t>(below);
        }
        parts[number] = {place, end - place};
    });
    std::sort(parts.begin(), parts.end(), [](const Part& one, const Part& two) { return one.begin < two.begin; });
    std::size_t filled = 0;
    for (const auto& part : parts) {
        if (part.used && part.begin != filled) {
            std::copy_n(values + part.begin, part.used, values + filled);
            std::copy_n(positives + part.begin, part.used, positives + filled);
            std::copy_n(negatives + part.begin, part.used, negatives + filled);
        }
        filled += part.used;
    }
    return filled;
}

// The presort that resampling walks: both classes in ascending order, and for each negative in
// that order how many positives are less, and not greater.
template <class Float>
void order_classes(const Float* scores, const std::uint8_t* positive, std::size_t count,
                   std::uint32_t* positive_order, std::uint32_t* negative_order, std::uint32_t* positives_less,
                   std::uint32_t* positives_not_greater, unsigned threads) {
    ClassBuckets<IndexedKey, Float> classes(scores, positive, count, threads);
    Monitor monitor(nb::handle(Py_None), classes.buckets());  // for Ctrl-C
    classes.visit(&monitor, [&](const auto& bucket, std::size_t) {
        for (std::size_t i = 0; i < bucket.positives; ++i)
            positive_order[bucket.positives_below + i] = static_cast<std::uint32_t>(bucket.positive[i].index);
        sweep(bucket.negative, bucket.negatives, bucket.positive, bucket.positives,
              [&](std::size_t i, std::size_t less, std::size_t not_greater) {
                  const std::size_t at = bucket.negatives_below + i;
                  negative_order[at] = static_cast<std::uint32_t>(bucket.negative[i].index);
                  positives_less[at] = static_cast<std::uint32_t>(bucket.positives_below + less);
                  positives_not_greater[at] = static_cast<std::uint32_t>(bucket.positives_below + not_greater);
              });
    });
}

// Twice the midrank (1-based) of every score among all of them, in row order.
template <class Float>
void double_midranks(const Float* scores, std::size_t count, std::int64_t* ranks, unsigned threads) {
    const std::vector<std::uint8_t> one_class(count, 0);
    ClassBuckets<IndexedKey, Float> classes(scores, one_class.data(), count, threads);
    Monitor monitor(nb::handle(Py_None), classes.buckets());  // for Ctrl-C
    classes.visit(&monitor, [&](const auto& bucket, std::size_t) {
        sweep(bucket.negative, bucket.negatives, bucket.negative, bucket.negatives,
              [&](std::size_t i, std::size_t less, std::size_t not_greater) {
                  ranks[bucket.negative[i].index] =
                      static_cast<std::int64_t>(2 * bucket.negatives_below + less + not_greater + 1);
              });
    });
}

}  // namespace aucurate
