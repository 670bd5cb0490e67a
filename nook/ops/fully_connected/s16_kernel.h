/* Kernels for int16 rows whose packed weights contain the biases. */
#ifndef NOOK_OPS_FULLY_CONNECTED_S16_KERNEL_H_
#define NOOK_OPS_FULLY_CONNECTED_S16_KERNEL_H_

#include "nook/ops/fully_connected/fully_connected.h"

/* Defines the kernel by make(p, x, w, y, how). */
#define NOOK_FULLY_CONNECTED_S16(symbol, make, how)                                                  \
  void symbol(const nook_fully_connected_s8* p, const int16_t* x, const int8_t* w, const void* bias, \
              int16_t* y, void* scratch_memory) {                                                    \
    (void)bias, (void)scratch_memory;                                                                \
    make(p, x, w, y, how);                                                                           \
  }

#endif
