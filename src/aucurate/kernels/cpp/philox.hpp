// Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011): random numbers as a function of a key and a
// counter, so that replicate r draws the same numbers whichever thread works on it.
#pragma once

#include <array>
#include <cstdint>

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

    // Uniform on 0 .. bound-1 without bias (Lemire 2019).
    std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = std::uint64_t(next()) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t unfair = (0u - bound) % bound;
            while (static_cast<std::uint32_t>(product) < unfair) product = std::uint64_t(next()) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

private:
    static constexpr unsigned kLanes = 64, kBuffer = 4 * kLanes;

    void refill() {
        std::uint32_t x0[kLanes], x1[kLanes], x2[kLanes], x3[kLanes];
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            const std::uint64_t block = block_ + lane;
            x0[lane] = static_cast<std::uint32_t>(block);
            x1[lane] = static_cast<std::uint32_t>(block >> 32);
            x2[lane] = replicate_[0];
            x3[lane] = replicate_[1];
        }
        std::uint32_t k0 = key_[0], k1 = key_[1];
        for (int round = 0; round < 10; ++round) {
            for (unsigned lane = 0; lane < kLanes; ++lane) {
                const std::uint64_t p0 = std::uint64_t(0xD2511F53u) * x0[lane];
                const std::uint64_t p1 = std::uint64_t(0xCD9E8D57u) * x2[lane];
                const std::uint32_t y0 = static_cast<std::uint32_t>(p1 >> 32) ^ x1[lane] ^ k0;
                const std::uint32_t y2 = static_cast<std::uint32_t>(p0 >> 32) ^ x3[lane] ^ k1;
                x1[lane] = static_cast<std::uint32_t>(p1);
                x3[lane] = static_cast<std::uint32_t>(p0);
                x0[lane] = y0;
                x2[lane] = y2;
            }
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            buffer_[4 * lane] = x0[lane];
            buffer_[4 * lane + 1] = x1[lane];
            buffer_[4 * lane + 2] = x2[lane];
            buffer_[4 * lane + 3] = x3[lane];
        }
        block_ += kLanes;
        used_ = 0;
    }

    std::array<std::uint32_t, 2> key_, replicate_;
    std::uint64_t block_ = 0;
    unsigned used_ = kBuffer;
    std::array<std::uint32_t, kBuffer> buffer_;
};

}  // namespace aucurate
