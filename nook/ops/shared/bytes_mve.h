/* Bytes on cores with Helium. */
#ifndef NOOK_OPS_SHARED_BYTES_MVE_H_
#define NOOK_OPS_SHARED_BYTES_MVE_H_

#include <stdint.h>

/* Every byte of y clamped to [low, high]: where a fused activation keeps less than int8 does. The last turn
 * of the loop leaves out the lanes behind the end. */
static inline void nook_clamp_bytes_mve(int8_t* y, int32_t size, int32_t low, int32_t high) {
  __asm volatile(
      "vdup.8 q1, %2\n\t"
      "vdup.8 q2, %3\n\t"
      "wlstp.8 lr, %1, 2f\n"
      "1:\n\t"
      "vldrb.8 q0, [%0]\n\t"
      "vmax.s8 q0, q0, q1\n\t"
      "vmin.s8 q0, q0, q2\n\t"
      "vstrb.8 q0, [%0], #16\n\t"
      "letp lr, 1b\n"
      "2:"
      : "+r"(y)
      : "r"(size), "r"(low), "r"(high)
      : "q0", "q1", "q2", "lr", "memory");
}

#endif
