/* SignalFilterBankSquareRoot: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_FILTER_BANK_SQUARE_ROOT_SIGNAL_FILTER_BANK_SQUARE_ROOT_H_
#define NOOK_OPS_SIGNAL_FILTER_BANK_SQUARE_ROOT_SIGNAL_FILTER_BANK_SQUARE_ROOT_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = round(sqrt(x)) / 2^shift, rounded down */
typedef struct nook_signal_filter_bank_square_root_u64 {
  int32_t size; /* elements */
} nook_signal_filter_bank_square_root_u64;

/* shift is used modulo 32. x and y may be the same memory. */
void nook_signal_filter_bank_square_root_u64_ref(const nook_signal_filter_bank_square_root_u64* p,
                                                 const uint64_t* x, const int32_t* shift, uint32_t* y,
                                                 void* scratch_memory);

NOOK_END_C

#endif
