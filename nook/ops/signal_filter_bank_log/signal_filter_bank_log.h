/* SignalFilterBankLog: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_FILTER_BANK_LOG_SIGNAL_FILTER_BANK_LOG_H_
#define NOOK_OPS_SIGNAL_FILTER_BANK_LOG_SIGNAL_FILTER_BANK_LOG_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = scale * log(x * 2^correction), at most 32767; 0 if x * 2^correction, modulo 2^32, is at most 1 */
typedef struct nook_signal_filter_bank_log_u32 {
  int32_t size; /* elements */
  int32_t scale;
  int32_t correction; /* in [0, 31] */
} nook_signal_filter_bank_log_u32;

/* x and y may be the same memory. */
void nook_signal_filter_bank_log_u32_ref(const nook_signal_filter_bank_log_u32* p, const uint32_t* x,
                                         int16_t* y, void* scratch_memory);

NOOK_END_C

#endif
