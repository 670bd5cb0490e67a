#include "nook/kernels/asm/rescale_twice.h"
#include "nook/kernels/dot/rv32/dot_eight_rv32.h"
#include "nook/ops/batch_matmul/packed.h"

static nook_output_twice* put_output(const nook_batch_matmul_s8* p, int32_t sum_of_column,
                                     nook_output_twice* to) {
  to->bias = nook_column_bias(p, sum_of_column);
  to->twice_multiplier = 2 * (uint32_t)p->multiplier;
  to->shift = -p->shift - 1;
  return to + 1;
}

/* Eight columns, element by element. Returns the end. */
static int8_t* pack_eight(const nook_batch_matmul_s8* p, const int8_t* b, int8_t* to) {
  const nook_batch_matmul_walk* w = &p->walk;
  nook_output_twice* outputs = (nook_output_twice*)(void*)(to + 8 * w->depth);
  for (int32_t c = 0; c < 8; ++c, b += w->b_column) {
    const int8_t* from = b;
    int32_t sum = 0;
    for (int8_t* at = to + c; at < to + 8 * w->depth; at += 8, from += w->b_step) sum += * at = *from;
    outputs = put_output(p, sum, outputs);
  }
  return (int8_t*)outputs;
}

/* A column after whole eights. Returns the end. */
static int8_t* pack_one(const nook_batch_matmul_s8* p, const int8_t* b, int8_t* to) {
  const nook_batch_matmul_walk* w = &p->walk;
  int8_t* const end = to + ((w->depth + 3) & ~(int32_t)3);
  int32_t sum = 0;
  for (int32_t k = 0; k < w->depth; ++k, b += w->b_step) sum += * to++ = *b;
  return (int8_t*)put_output(p, sum, (nook_output_twice*)(void*)end);
}

static void pack(const nook_batch_matmul_s8* p, const int8_t* b, int32_t columns, void* packed) {
  int8_t* to = (int8_t*)packed;
  for (; columns >= 8; columns -= 8, b += 8 * p->walk.b_column) to = pack_eight(p, b, to);
  for (; columns > 0; --columns, b += p->walk.b_column) to = pack_one(p, b, to);
}

static void add(const nook_batch_matmul_s8* p, int32_t columns, void* packed, uint32_t plus) {
  const int32_t depth = p->walk.depth, alone = (depth + 3) & ~(int32_t)3;
  int8_t* at = (int8_t*)packed;
  for (; columns >= 8; columns -= 8) {
    nook_output_twice* output = (nook_output_twice*)(void*)(at + 8 * depth);
    for (const nook_output_twice* const end = output + 8; output != end; ++output) output->bias += plus;
    at = (int8_t*)output;
  }
  for (; columns > 0; --columns) {
    nook_output_twice* const output = (nook_output_twice*)(void*)(at + alone);
    output->bias += plus;
    at = (int8_t*)(output + 1);
  }
}

static void multiply(const nook_batch_matmul_s8* p, const int8_t* a, int32_t rows, int32_t columns,
                     void* packed, int8_t* y) {
  const int32_t depth = p->walk.depth;
  const nook_dot_segments job = {a, y, packed, columns, depth, 1, 0, p->out_zero, rows, depth, -128, 127};
  nook_dot_eight_rv32(&job);
}

static const nook_product_loop product_loop = {1, pack, add, nook_sum_of_row, multiply};
#include "nook/ops/batch_matmul/packed_all.h"

void nook_batch_matmul_s8_rv32(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                               void* scratch_memory) {
  multiply_all(p, a, b, y, scratch_memory, p->walk.columns);
}
void nook_batch_matmul_s8_rv32_stack(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b,
                                     int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  multiply_on_stack(p, a, b, y,
                    8 * (((p->walk.depth + 3) & ~(int32_t)3) + (int32_t)sizeof(nook_output_twice)));
}
