// Loops compiled twice: for every processor of the architecture, and for those with AVX2, which are
// recognised when the program runs. Both do the same arithmetic.
#pragma once

#include <atomic>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define AUCURATE_HAS_AVX2
#define AUCURATE_AVX2 __attribute__((target("avx2")))
#else
#define AUCURATE_AVX2
#endif

// The body of a loop that is compiled twice is inlined into a plain and a wide function.
#define AUCURATE_BODY __attribute__((always_inline)) inline

namespace aucurate {

inline bool processor_is_wide() {
#ifdef AUCURATE_HAS_AVX2
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

// Whether the wide functions are used; tests switch them off.
inline std::atomic<bool> use_wide{processor_is_wide()};

}  // namespace aucurate
