// Floating-point scores as unsigned integers of the same order, -0.0 and 0.0 being one value.
#pragma once

#include <bit>
#include <cstdint>

namespace aucurate {

template <class Float> struct KeyOf;
template <> struct KeyOf<double> { using type = std::uint64_t; };
template <> struct KeyOf<float> { using type = std::uint32_t; };

template <class Float>
inline typename KeyOf<Float>::type ordered_key(Float value) {
    using Key = typename KeyOf<Float>::type;
    constexpr unsigned top = sizeof(Key) * 8 - 1;
    const Key bits = std::bit_cast<Key>(value + Float(0));  // -0.0 + 0.0 is 0.0
    const Key negative = Key(0) - (bits >> top);
    return bits ^ (negative | (Key(1) << top));
}

template <class Float>
inline Float value_of(typename KeyOf<Float>::type key) {
    using Key = typename KeyOf<Float>::type;
    constexpr unsigned top = sizeof(Key) * 8 - 1;
    const Key was_positive = Key(0) - (key >> top);
    return std::bit_cast<Float>(Key(key ^ (~was_positive | (Key(1) << top))));
}

// A key that remembers which observation of its class it came from.
struct IndexedKey {
    std::uint64_t key;
    std::uint64_t index;
};

// The same, and how much the observation counts.
struct WeightedKey {
    std::uint64_t key;
    std::uint64_t index;
    std::int64_t weight;
};

inline std::uint64_t key_of(std::uint64_t element) { return element; }
inline std::uint32_t key_of(std::uint32_t element) { return element; }
inline std::uint64_t key_of(const IndexedKey& element) { return element.key; }
inline std::uint64_t key_of(const WeightedKey& element) { return element.key; }

template <class Element>
inline std::uint64_t weight_of(const Element&) {
    return 1;
}
inline std::uint64_t weight_of(const WeightedKey& element) { return static_cast<std::uint64_t>(element.weight); }

}  // namespace aucurate
