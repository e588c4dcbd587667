// Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011): random numbers as a function of a key and a
// counter, so that replicate r draws the same numbers whichever thread works on it.
#pragma once

#include <array>
#include <cstdint>

namespace aucurate {

// Where the compiler can build a function twice and choose at start-up, use AVX2 if it is there.
#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define AUCURATE_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define AUCURATE_WIDE
#endif

constexpr unsigned kPhiloxLanes = 64;

// 64 consecutive blocks of four words, side by side so that the compiler can vectorise.
AUCURATE_WIDE inline void philox_blocks(const std::uint32_t* key, const std::uint32_t* replicate, std::uint64_t first,
                                        std::uint32_t* words) {
    std::uint32_t x0[kPhiloxLanes], x1[kPhiloxLanes], x2[kPhiloxLanes], x3[kPhiloxLanes];
    for (unsigned lane = 0; lane < kPhiloxLanes; ++lane) {
        x0[lane] = static_cast<std::uint32_t>(first + lane);
        x1[lane] = static_cast<std::uint32_t>((first + lane) >> 32);
        x2[lane] = replicate[0];
        x3[lane] = replicate[1];
    }
    std::uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; ++round) {
        for (unsigned lane = 0; lane < kPhiloxLanes; ++lane) {
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
    for (unsigned lane = 0; lane < kPhiloxLanes; ++lane) {
        words[4 * lane] = x0[lane];
        words[4 * lane + 1] = x1[lane];
        words[4 * lane + 2] = x2[lane];
        words[4 * lane + 3] = x3[lane];
    }
}

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

    // use(x) for `count` values x, uniform on 0 .. bound-1 without bias (Lemire 2019). A bound that
    // fits takes 16 random bits a value, which halves the cost of most bootstraps.
    template <class Use>
    void each_below(std::uint32_t bound, std::uint32_t count, Use use) {
        if (bound <= 0x10000u) {
            const std::uint32_t unfair = 0x10000u % bound;
            each_word(count, [&](std::uint32_t word, std::uint32_t& left) {
                const std::uint32_t low = (word & 0xFFFFu) * bound, high = (word >> 16) * bound;
                if ((low & 0xFFFFu) >= unfair) {
                    use(low >> 16);
                    --left;
                }
                if ((high & 0xFFFFu) >= unfair && left > 0) {
                    use(high >> 16);
                    --left;
                }
            });
        } else {
            const std::uint32_t unfair = (0u - bound) % bound;
            each_word(count, [&](std::uint32_t word, std::uint32_t& left) {
                const std::uint64_t product = std::uint64_t(word) * bound;
                if (static_cast<std::uint32_t>(product) < unfair) return;
                use(static_cast<std::uint32_t>(product >> 32));
                --left;
            });
        }
    }

private:
    static constexpr unsigned kBuffer = 4 * kPhiloxLanes;

    // take(word, left) until `left`, which starts at count and which it lowers, is 0.
    template <class Take>
    void each_word(std::uint32_t count, Take take) {
        std::uint32_t left = count;
        while (left > 0) {
            if (used_ == kBuffer) refill();
            unsigned at = used_;
            while (at < kBuffer && left > 0) take(buffer_[at++], left);
            used_ = at;
        }
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
