/* Products of matrices by product_loop, which the including file defines, see packed.h. */
#ifndef NOOK_OPS_BATCH_MATMUL_PACKED_ALL_H_
#define NOOK_OPS_BATCH_MATMUL_PACKED_ALL_H_

#include "nook/ops/batch_matmul/packed.h"

static __attribute__((noinline)) void multiply_all(const nook_batch_matmul_s8* p, const int8_t* a,
                                                   const int8_t* b, int8_t* y, void* memory, int32_t panel) {
  nook_multiply_packed(p, a, b, y, nook_product_memory_at(&p->walk, memory, panel), product_loop);
}

/* With a panel of columns on the stack, eight of which take `bytes` there. */
static inline __attribute__((always_inline)) void multiply_on_stack(const nook_batch_matmul_s8* p,
                                                                    const int8_t* a, const int8_t* b,
                                                                    int8_t* y, int32_t bytes) {
  int8_t memory[NOOK_BATCH_MATMUL_STACK] __attribute__((aligned(4)));
  multiply_all(p, a, b, y, memory, nook_panel_of(&p->walk, 8, bytes));
}

#endif
