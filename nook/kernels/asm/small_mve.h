/* Whether Helium's vectors took numbers below 2^-126 for zeros, which IEEE 754 does not: two bits of FPSCR,
 * as in float_helium.inc. */
#ifndef NOOK_KERNELS_ASM_SMALL_MVE_H_
#define NOOK_KERNELS_ASM_SMALL_MVE_H_

#include <stdint.h>

enum { NOOK_FPSCR_SMALL = 0x88 /* input denormal and underflow */ };

static inline uint32_t nook_get_small_mve(void) {
  uint32_t status;
  __asm__ volatile("vmrs %0, fpscr" : "=r"(status) : : "memory");
  return status & NOOK_FPSCR_SMALL;
}

static inline void nook_forget_small_mve(void) {
  uint32_t status;
  __asm__ volatile("vmrs %0, fpscr" : "=r"(status) : : "memory");
  status &= ~(uint32_t)NOOK_FPSCR_SMALL;
  __asm__ volatile("vmsr fpscr, %0" : : "r"(status) : "memory");
}

#endif
