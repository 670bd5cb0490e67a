/* SignalEnergy: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_ENERGY_SIGNAL_ENERGY_H_
#define NOOK_OPS_SIGNAL_ENERGY_SIGNAL_ENERGY_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y[i] = real(x[i])^2 + imaginary(x[i])^2 for i in [start, end), 0 elsewhere */
typedef struct nook_signal_energy_u32 {
  int32_t size; /* elements of y */
  int32_t start, end;
} nook_signal_energy_u32;

/* x: pairs of real and imaginary part. x and y may be the same memory. */
void nook_signal_energy_u32_ref(const nook_signal_energy_u32* p, const int16_t* x, uint32_t* y,
                                void* scratch_memory);

NOOK_END_C

#endif
