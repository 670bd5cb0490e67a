#include "nook/ops/signal_filter_bank_square_root/signal_filter_bank_square_root.h"

/* Computes the root bit by bit. A root of more than half of the bits of x is not rounded up: TensorFlow Lite
 * Micro uses 32-bit roots for numbers of that size. */
static uint32_t square_root(uint64_t x) {
  const uint64_t most = x >> 32 ? 0xFFFFFFFFu : 0xFFFFu;
  uint64_t rest = x, root = 0;
  for (uint64_t bit = (uint64_t)1 << (x >> 32 ? 62 : 30); bit > 0; bit >>= 2) {
    const uint64_t trial = root + bit;
    root >>= 1;
    if (rest >= trial) rest -= trial, root += bit;
  }
  if (rest > root && root != most) ++root;
  return (uint32_t)root;
}

void nook_signal_filter_bank_square_root_u64_ref(const nook_signal_filter_bank_square_root_u64* p,
                                                 const uint64_t* x, const int32_t* shift, uint32_t* y,
                                                 void* scratch_memory) {
  (void)scratch_memory;
  const uint32_t bits = (uint32_t)*shift & 31;
  for (int32_t i = 0; i < p->size; ++i) y[i] = square_root(x[i]) >> bits;
}
