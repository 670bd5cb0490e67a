/* SignalFilterBank: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_FILTER_BANK_SIGNAL_FILTER_BANK_H_
#define NOOK_OPS_SIGNAL_FILTER_BANK_SIGNAL_FILTER_BANK_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* Each bin of a spectrum contributes to two adjacent channels: with its weight to the first, and with its
 * unweight to the next. Sums wrap around. */
typedef struct nook_signal_filter_bank_u32 {
  int32_t channels;
} nook_signal_filter_bank_u32;

/* Part c of channels + 1 consists of width[c] bins from first_bin[c] on and width[c] weights from
 * first_weight[c] on. y[c] is the sum of part c + 1 with weights and part c with unweights. */
void nook_signal_filter_bank_u32_ref(const nook_signal_filter_bank_u32* p, const uint32_t* x,
                                     const int16_t* weights, const int16_t* unweights,
                                     const int16_t* first_bin, const int16_t* first_weight,
                                     const int16_t* width, uint64_t* y, void* scratch_memory);

NOOK_END_C

#endif
