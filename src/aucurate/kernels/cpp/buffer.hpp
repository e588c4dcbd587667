// Uninitialised memory for large temporary arrays.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace aucurate {

// On Linux, large buffers ask for huge pages: the scatter writes to thousands of places at once,
// and with 4 KiB pages most of its time at 1e7 rows goes into page faults and address look-ups.
template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    explicit Buffer(std::size_t count) {
        constexpr std::size_t huge = std::size_t(1) << 21;
        const std::size_t bytes = (count * sizeof(T) + huge - 1) / huge * huge;
        const bool large = count * sizeof(T) >= 2 * huge;
        memory_ = static_cast<T*>(large ? std::aligned_alloc(huge, bytes) : std::malloc(count * sizeof(T) + 1));
        if (memory_ == nullptr) throw std::bad_alloc();
#ifdef __linux__
        if (large) madvise(memory_, bytes, MADV_HUGEPAGE);
#endif
    }
    ~Buffer() { std::free(memory_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    T* get() const { return memory_; }
    T& operator[](std::size_t at) const { return memory_[at]; }

private:
    T* memory_;
};

}  // namespace aucurate
