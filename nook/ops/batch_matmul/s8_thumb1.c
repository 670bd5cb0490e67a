#include "nook/kernels/dot/armv6m/dot_four_thumb1.h"
#include "nook/ops/batch_matmul/packed.h"

/* The words of a column, before all weights. */
typedef struct output {
  uint32_t twice_bias;
  int32_t multiplier, shift;
} output;

static void pack(const nook_batch_matmul_s8* p, const int8_t* b, int32_t columns, void* packed) {
  const nook_batch_matmul_walk* w = &p->walk;
  output* o = (output*)packed;
  int8_t* to = (int8_t*)(o + columns);
  for (; columns > 0; --columns, b += w->b_column, ++o) {
    const int8_t* from = b;
    int32_t sum = 0;
    for (int32_t k = w->depth; k > 0; --k, from += w->b_step) sum += * to++ = *from;
    o->twice_bias = 2 * nook_column_bias(p, sum);
    o->multiplier = p->multiplier, o->shift = -p->shift - 1;
  }
}

static void add(const nook_batch_matmul_s8* p, int32_t columns, void* packed, uint32_t plus) {
  output* o = (output*)packed;
  (void)p;
  for (const output* const end = o + columns; o != end; ++o) o->twice_bias += 2 * plus;
}

static void multiply(const nook_batch_matmul_s8* p, const int8_t* a, int32_t rows, int32_t columns,
                     void* packed, int8_t* y) {
  const int32_t depth = p->walk.depth;
  nook_dot_segments job = {a, y, packed, columns, depth, 1, 0, p->out_zero, rows, depth, -128, 127};
  nook_dot_four_thumb1(&job);
}

static const nook_product_loop product_loop = {4, pack, add, nook_sum_of_row, multiply};
#include "nook/ops/batch_matmul/packed_all.h"

void nook_batch_matmul_s8_thumb1(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                                 void* scratch_memory) {
  multiply_all(p, a, b, y, scratch_memory, p->walk.columns);
}
void nook_batch_matmul_s8_thumb1_stack(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b,
                                       int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  multiply_on_stack(p, a, b, y, 8 * (p->walk.depth + (int32_t)sizeof(output)));
}
