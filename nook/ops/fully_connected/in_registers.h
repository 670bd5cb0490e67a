/* The arguments of int8 kernels that are written entirely in assembly. */
#ifndef NOOK_OPS_FULLY_CONNECTED_IN_REGISTERS_H_
#define NOOK_OPS_FULLY_CONNECTED_IN_REGISTERS_H_

#include "nook/kernels/asm/assembly.h"
#include "nook/ops/fully_connected/fully_connected.h"

#define NOOK_FULLY_CONNECTED_S8_IN_REGISTERS                                                              \
  const nook_fully_connected_s8 *p NOOK_IN_REGISTER, const int8_t *x NOOK_IN_REGISTER,                    \
      const int8_t *w NOOK_IN_REGISTER, const int32_t *bias NOOK_IN_REGISTER, int8_t *y NOOK_IN_REGISTER, \
      void *scratch_memory NOOK_IN_REGISTER

#endif
