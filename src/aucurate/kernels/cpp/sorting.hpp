// Sorting by class: one scatter into value buckets shared over threads, then a small
// most-significant-digit radix sort inside each bucket, where everything is in cache.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "buffer.hpp"
#include "keys.hpp"
#include "parallel.hpp"

namespace aucurate {

constexpr std::size_t kInsertionLimit = 32;

template <class Element>
void insertion_sort(Element* first, std::size_t count) {
    for (std::size_t i = 1; i < count; ++i) {
        const Element moving = first[i];
        std::size_t j = i;
        while (j > 0 && key_of(first[j - 1]) > key_of(moving)) {
            first[j] = first[j - 1];
            --j;
        }
        first[j] = moving;
    }
}

// Sorts `count` elements by key; `scratch` holds at least as many. The digit is taken from the
// range that the keys really span, so narrow ranges and few distinct values cost one pass.
template <class Element>
void radix_sort(Element* first, Element* scratch, std::size_t count) {
    if (count <= kInsertionLimit) {
        insertion_sort(first, count);
        return;
    }
    auto low = key_of(first[0]);
    auto high = low;
    for (std::size_t i = 1; i < count; ++i) {
        low = std::min(low, key_of(first[i]));
        high = std::max(high, key_of(first[i]));
    }
    if (low == high) return;
    const unsigned width = static_cast<unsigned>(std::bit_width(std::uint64_t(high - low)));
    const unsigned wanted = std::clamp(static_cast<unsigned>(std::bit_width(count)) + 1, 6u, 11u);
    const unsigned shift = width > wanted ? width - wanted : 0;
    const std::size_t bins = std::size_t((high - low) >> shift) + 1;
    std::array<std::size_t, 2049> ends;
    std::fill_n(ends.begin(), bins + 1, 0);
    for (std::size_t i = 0; i < count; ++i) ++ends[((key_of(first[i]) - low) >> shift) + 1];
    std::size_t fullest = 0;
    for (std::size_t bin = 1; bin <= bins; ++bin) {
        fullest = std::max(fullest, ends[bin]);
        ends[bin] += ends[bin - 1];
    }
    for (std::size_t i = 0; i < count; ++i)
        scratch[ends[(key_of(first[i]) - low) >> shift]++] = first[i];
    std::copy_n(scratch, count, first);
    if (shift == 0) return;
    if (fullest <= kInsertionLimit) {
        insertion_sort(first, count);
        return;
    }
    std::size_t begin = 0;
    for (std::size_t bin = 0; bin < bins; ++bin) {
        const std::size_t end = ends[bin];
        if (end - begin > 1) radix_sort(first + begin, scratch, end - begin);
        begin = end;
    }
}

// A non-decreasing map from scores to buckets, fitted to a sample: linear in the value (good for
// probabilities and log-odds) or in the key (good for scores over many orders of magnitude).
template <class Float>
class BucketMap {
public:
    using Key = typename KeyOf<Float>::type;

    BucketMap(const Float* scores, std::size_t count, std::size_t buckets) : buckets_(buckets) {
        if (buckets <= 1) return;
        std::vector<Float> sample;
        const std::size_t step = std::max<std::size_t>(1, count / kSample);
        for (std::size_t i = 0; i < count; i += step) sample.push_back(scores[i]);
        std::sort(sample.begin(), sample.end());
        const Float low = sample[sample.size() / 100], high = sample[sample.size() - 1 - sample.size() / 100];
        low_ = static_cast<double>(low);
        scale_ = static_cast<double>(buckets) / (static_cast<double>(high) - low_);
        low_key_ = ordered_key(low);
        const Key span = ordered_key(high) - low_key_;
        const int bits = std::bit_width(buckets) - 1;
        shift_ = std::max(0, static_cast<int>(std::bit_width(span)) - bits);
        linear_ = std::isfinite(scale_) && scale_ > 0 && std::isfinite(low_);
        if (!linear_) return;
        const std::size_t by_value = heaviest(sample);
        linear_ = false;
        const std::size_t by_key = heaviest(sample);
        linear_ = by_value <= by_key;
    }

    // Hands `use` the map as a plain function, so that the choice is made once and not per score.
    template <class Use>
    void with(Use use) const {
        if (buckets_ <= 1) {
            use([](Float) { return std::uint32_t(0); });
        } else if (linear_) {
            use([low = low_, scale = scale_, last = static_cast<double>(buckets_ - 1)](Float score) {
                const double place = (static_cast<double>(score) - low) * scale;
                return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::min(std::max(place, 0.0), last)));
            });
        } else {
            use([low = low_key_, shift = shift_, last = Key(buckets_ - 1)](Float score) {
                const Key key = ordered_key(score);
                return static_cast<std::uint32_t>(std::min<Key>((key > low ? key - low : Key(0)) >> shift, last));
            });
        }
    }

private:
    static constexpr std::size_t kSample = 1024;

    std::size_t heaviest(const std::vector<Float>& sample) const {
        std::vector<std::size_t> load(buckets_, 0);
        with([&](auto bucket_of) {
            for (Float score : sample) ++load[bucket_of(score)];
        });
        return *std::max_element(load.begin(), load.end());
    }

    std::size_t buckets_;
    double low_ = 0, scale_ = 0;
    Key low_key_ = 0;
    int shift_ = 0;
    bool linear_ = false;
};

// The scores of both classes, each class sorted bucket by bucket. `visit` sees one bucket at a
// time: the sorted negatives and positives in it and how many of each lie in lower buckets.
// IndexedKey elements carry the place of the observation among those of its own class. With
// WeightedKey elements, which also carry its weight, `negatives_below` and `positives_below` are
// sums of weights.
template <class Element, class Float>
class ClassBuckets {
public:
    static constexpr bool kWeighted = std::is_same_v<Element, WeightedKey>;

    // `weights` has one for each row where the elements are weighted.
    ClassBuckets(const Float* scores, const std::uint8_t* positive, std::size_t count, unsigned threads,
                 const std::int64_t* weights = nullptr)
        : threads_(threads), elements_(count) {
        const int bits = std::clamp(static_cast<int>(std::bit_width(count)) - 9, 0, 12);
        buckets_ = std::size_t(1) << bits;
        const BucketMap<Float> map(scores, count, buckets_);
        const std::size_t chunks = count < 65536 ? 1 : threads;
        auto chunk_begin = [&](std::size_t chunk) { return count * chunk / chunks; };
        const Buffer<std::uint16_t> slots(count);
        std::vector<std::vector<std::size_t>> place(chunks, std::vector<std::size_t>(2 * buckets_, 0));
        std::vector<std::vector<std::uint64_t>> weight(
            kWeighted ? chunks : 0, std::vector<std::uint64_t>(2 * buckets_, 0));
        map.with([&](auto bucket_of) {
            parallel_for(chunks, threads, nullptr, [&](std::size_t chunk, unsigned) {
                std::size_t* tally = place[chunk].data();
                const std::size_t end = chunk_begin(chunk + 1);
                for (std::size_t i = chunk_begin(chunk); i < end; ++i) {
                    const auto slot = static_cast<std::uint16_t>(positive[i] * buckets_ + bucket_of(scores[i]));
                    slots[i] = slot;
                    ++tally[slot];
                    if constexpr (kWeighted) weight[chunk][slot] += static_cast<std::uint64_t>(weights[i]);
                }
            });
        });
        if constexpr (kWeighted) sum_weights(weight);
        const auto ordinal = first_ordinals(place);
        begin_.resize(2 * buckets_ + 1);
        std::size_t total = 0;
        for (std::size_t slot = 0; slot < 2 * buckets_; ++slot) {
            begin_[slot] = total;
            for (auto& tally : place) total += std::exchange(tally[slot], total);
        }
        begin_[2 * buckets_] = total;
        parallel_for(chunks, threads, nullptr, [&](std::size_t chunk, unsigned) {
            std::size_t* next = place[chunk].data();
            std::array<std::size_t, 2> number = ordinal[chunk];
            const std::size_t end = chunk_begin(chunk + 1);
            for (std::size_t i = chunk_begin(chunk); i < end; ++i) {
                Element& home = elements_[next[slots[i]]++];
                if constexpr (kWeighted || std::is_same_v<Element, IndexedKey>) {
                    home.key = ordered_key(scores[i]);
                    home.index = number[1];
                    if constexpr (kWeighted) home.weight = weights[i];
                    if (positive[i] == 0) home.index = number[0];
                    number[1] += positive[i];
                    number[0] += 1 - positive[i];
                } else {
                    home = ordered_key(scores[i]);
                }
            }
        });
    }

    std::size_t buckets() const { return buckets_; }
    std::size_t negatives() const { return begin_[buckets_]; }
    std::size_t positives() const { return begin_[2 * buckets_] - begin_[buckets_]; }

    // How many observations lie in lower buckets.
    std::size_t rows_below(std::size_t bucket) const {
        return begin_[bucket] + begin_[buckets_ + bucket] - begin_[buckets_];
    }

    // How much all observations of a class count: their number, or the sum of their weights.
    std::uint64_t negative_total() const {
        if constexpr (kWeighted) return below_[buckets_];
        return negatives();
    }
    std::uint64_t positive_total() const {
        if constexpr (kWeighted) return below_[2 * buckets_ + 1];
        return positives();
    }

    struct Bucket {
        const Element* negative;
        std::size_t negatives, negatives_below;
        const Element* positive;
        std::size_t positives, positives_below;
    };

    template <class Visit>
    void visit(Monitor* monitor, Visit see) {
        std::vector<std::vector<Element>> scratch(threads_);
        parallel_for(buckets_, threads_, monitor, [&](std::size_t bucket, unsigned worker) {
            auto sorted = [&](std::size_t slot) {
                const std::size_t size = begin_[slot + 1] - begin_[slot];
                if (scratch[worker].size() < size) scratch[worker].resize(size);
                radix_sort(elements_.get() + begin_[slot], scratch[worker].data(), size);
                return size;
            };
            const std::size_t negatives = sorted(bucket), positives = sorted(buckets_ + bucket);
            std::size_t negatives_below = begin_[bucket],
                        positives_below = begin_[buckets_ + bucket] - begin_[buckets_];
            if constexpr (kWeighted) {
                negatives_below = below_[bucket];
                positives_below = below_[buckets_ + 1 + bucket];
            }
            see(Bucket{elements_.get() + begin_[bucket], negatives, negatives_below,
                       elements_.get() + begin_[buckets_ + bucket], positives, positives_below},
                bucket);
        });
    }

private:
    // How many negatives and positives stand before each chunk of rows.
    std::vector<std::array<std::size_t, 2>> first_ordinals(const std::vector<std::vector<std::size_t>>& place) const {
        std::vector<std::array<std::size_t, 2>> ordinal(place.size());
        std::array<std::size_t, 2> running{0, 0};
        for (std::size_t chunk = 0; chunk < place.size(); ++chunk) {
            ordinal[chunk] = running;
            for (std::size_t slot = 0; slot < 2 * buckets_; ++slot) running[slot >= buckets_] += place[chunk][slot];
        }
        return ordinal;
    }

    // below_ has the weights of the negatives in lower buckets, one for each bucket and one for all
    // of them, then those of the positives.
    void sum_weights(const std::vector<std::vector<std::uint64_t>>& weight) {
        for (std::size_t side = 0; side < 2; ++side) {
            std::uint64_t running = 0;
            for (std::size_t bucket = 0; bucket < buckets_; ++bucket) {
                below_.push_back(running);
                for (const auto& chunk : weight) running += chunk[side * buckets_ + bucket];
            }
            below_.push_back(running);
        }
    }

    unsigned threads_;
    Buffer<Element> elements_;
    std::size_t buckets_ = 1;
    std::vector<std::size_t> begin_;
    std::vector<std::uint64_t> below_;
};

}  // namespace aucurate
