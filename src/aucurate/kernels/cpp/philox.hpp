// A stream of random numbers for each key and replicate, so that replicate r draws the same numbers
// whichever thread works on it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "philox_blocks.hpp"
#include "tally.hpp"

namespace aucurate {

class PhiloxStream {
public:
    // One independent stream for each (key, replicate).
    PhiloxStream(std::uint64_t key, std::uint64_t replicate)
        : key_{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)},
          replicate_{static_cast<std::uint32_t>(replicate), static_cast<std::uint32_t>(replicate >> 32)} {}

    std::uint32_t next() {
        if (used_ == kBuffer) refill();
        return buffer_[used_++];
    }

    // Uniform on 0 .. bound-1 without bias (Lemire 2019). A bound that fits in 16 bits takes 16 random bits.
    std::uint32_t below(std::uint32_t bound) {
        if (bound > 0xFFFFu) {
            const std::uint32_t unfair = unfair_below<std::uint32_t>(bound);
            for (;;) {
                const std::uint64_t product = std::uint64_t(next()) * bound;
                if (static_cast<std::uint32_t>(product) >= unfair) return static_cast<std::uint32_t>(product >> 32);
            }
        }
        const std::uint32_t unfair = unfair_below<std::uint16_t>(bound);
        for (;;) {
            const std::uint32_t word = next();
            const std::uint32_t low = (word & 0xFFFFu) * bound, high = (word >> 16) * bound;
            if ((low & 0xFFFFu) >= unfair) return low >> 16;
            if ((high & 0xFFFFu) >= unfair) return high >> 16;
        }
    }

    // Adds one to counts[x] for `size` values x that are uniform on 0 .. size-1: a sample with
    // replacement. What counts[size] holds afterwards has no meaning.
    void resample(std::uint32_t size, std::uint8_t* counts) {
        if (size <= 0xFFFFu)
            resample_by<std::uint16_t>(size, counts);
        else
            resample_by<std::uint32_t>(size, counts);
    }

private:
    static constexpr unsigned kBuffer = 4 * kPhiloxLanes;

    template <class Part>
    void resample_by(std::uint32_t size, std::uint8_t* counts) {
        constexpr unsigned parts = sizeof(std::uint32_t) / sizeof(Part);
        const auto tally = use_wide.load(std::memory_order_relaxed) ? tally_wide<Part> : tally_plain<Part>;
        const Part bound = static_cast<Part>(size), unfair = static_cast<Part>(unfair_below<Part>(size));
        std::uint32_t left = size;
        while (left >= parts) {
            if (used_ == kBuffer) refill();
            const unsigned words = std::min<std::uint32_t>(kBuffer - used_, left / parts);
            left -= tally(buffer_.data() + used_, words, bound, unfair, counts);
            used_ += words;
        }
        if (left > 0) ++counts[below(size)];
    }

    void refill() {
        philox_blocks(key_.data(), replicate_.data(), block_, buffer_.data());
        block_ += kPhiloxLanes;
        used_ = 0;
    }

    std::array<std::uint32_t, 2> key_, replicate_;
    std::uint64_t block_ = 0;
    unsigned used_ = kBuffer;
    std::array<std::uint32_t, kBuffer> buffer_;
};

}  // namespace aucurate
