/* Copies on cores with Helium, in loops whose last iteration masks the lanes past the end. */
#ifndef NOOK_KERNELS_ASM_COPY_MVE_H_
#define NOOK_KERNELS_ASM_COPY_MVE_H_

#include <stdint.h>

static inline void nook_copy_bytes_mve(int8_t* to, const int8_t* from, int32_t size) {
  __asm volatile(
      "wlstp.8 lr, %2, 2f\n"
      "1:\n\t"
      "vldrb.8 q0, [%1], #16\n\t"
      "vstrb.8 q0, [%0], #16\n\t"
      "letp lr, 1b\n"
      "2:"
      : "+r"(to), "+r"(from)
      : "r"(size)
      : "q0", "lr", "memory");
}

#endif
