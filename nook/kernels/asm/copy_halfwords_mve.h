/* Copies on cores with Helium, without a loop. */
#ifndef NOOK_KERNELS_ASM_COPY_HALFWORDS_MVE_H_
#define NOOK_KERNELS_ASM_COPY_HALFWORDS_MVE_H_

#include <stdint.h>

/* Copies `count` halfwords, at most 8. Code around it has no predicate. */
static inline void nook_copy_halfwords_mve(int16_t* to, const int16_t* from, int32_t count) {
  __asm volatile(
      "vctp.16 %2\n\t"
      "vpstt\n\t"
      "vldrht.16 q0, [%1]\n\t"
      "vstrht.16 q0, [%0]"
      :
      : "r"(to), "r"(from), "r"(count)
      : "q0", "memory");
}

#endif
