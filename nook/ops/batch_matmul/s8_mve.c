#include <arm_mve.h>
#include <string.h>

#include "nook/kernels/dot/helium/dot_eight_mve.h"
#include "nook/ops/batch_matmul/packed.h"

/* Columns of a group: eight, or four if at most four are left. */
static int32_t group_of(int32_t left) { return left > 4 ? 8 : 4; }
/* The words after the weights of a group: bias, multiplier and shift of each column. */
static uint32_t* words_of(const nook_batch_matmul_walk* w, void* weights, int32_t group) {
  return (uint32_t*)(void*)((int8_t*)weights + ((w->depth + 15) & ~(int32_t)15) * group);
}

/* Contiguous columns, sixteen elements at a time. */
static void lay_columns(const nook_batch_matmul_walk* w, const int8_t* b, int32_t some, int32_t group,
                        int8_t* to) {
  for (int32_t c = 0; c < some; ++c, b += w->b_column) {
    int8_t* at = to + 16 * c;
    for (int32_t k = 0; k < w->depth; k += 16, at += 16 * group)
      vst1q_s8(at, vldrbq_z_s8(b + k, vctp8q((uint32_t)(w->depth - k))));
  }
}

/* Contiguous rows, each with an element of up to eight columns. */
static void lay_rows(const nook_batch_matmul_walk* w, const int8_t* b, int32_t some, int32_t group,
                     int8_t* to) {
  const uint16x8_t places = vmulq_n_u16(vidupq_n_u16(0, 1), 16);
  const mve_pred16_t columns = vctp16q((uint32_t)some);
  for (int32_t k = 0; k < w->depth; ++k, b += w->b_step) {
    int8_t* const at = to + (k & ~(int32_t)15) * group + (k & 15);
    vstrbq_scatter_offset_p_s16(at, places, vldrbq_z_s16(b, columns), columns);
  }
}

static int32_t sum_of_column(const int8_t* at, int32_t depth, int32_t group) {
  int32_t sum = 0;
  for (; depth > 0; depth -= 16, at += 16 * group) sum = vaddvaq_s8(sum, vld1q_s8(at));
  return sum;
}

static void pack(const nook_batch_matmul_s8* p, const int8_t* b, int32_t columns, void* packed) {
  const nook_batch_matmul_walk* w = &p->walk;
  for (int32_t left = columns; left > 0; left -= 8, b += 8 * w->b_column) {
    const int32_t group = group_of(left), some = left < group ? left : group;
    int8_t* const to = (int8_t*)packed;
    uint32_t* words = words_of(w, packed, group);
    if (some < group || (w->depth & 15)) memset(to, 0, (size_t)((int8_t*)words - to));
    if (w->b_step == 1)
      lay_columns(w, b, some, group, to);
    else
      lay_rows(w, b, some, group, to);
    for (int32_t c = 0; c < group; ++c, ++words) {
      words[0] = nook_column_bias(p, sum_of_column(to + 16 * c, w->depth, group));
      words[group] = (uint32_t)p->multiplier, words[2 * group] = (uint32_t)p->shift;
    }
    packed = words + 2 * group;
  }
}

static void add(const nook_batch_matmul_s8* p, int32_t columns, void* packed, uint32_t plus) {
  for (int32_t left = columns; left > 0; left -= 8) {
    const int32_t group = group_of(left);
    uint32_t* words = words_of(&p->walk, packed, group);
    packed = words + 3 * group;
    for (const uint32_t* const end = words + group; words != end; words += 4)
      vst1q_u32(words, vaddq_n_u32(vld1q_u32(words), plus));
  }
}

static int32_t sum_of_row(const int8_t* a, int32_t depth) {
  int32_t sum = 0;
  for (; depth > 0; depth -= 16, a += 16) sum = vaddvaq_s8(sum, vldrbq_z_s8(a, vctp8q((uint32_t)depth)));
  return sum;
}

static void multiply(const nook_batch_matmul_s8* p, const int8_t* a, int32_t rows, int32_t columns,
                     void* packed, int8_t* y) {
  const int32_t depth = p->walk.depth;
  const nook_dot_job job = {a, y, p->out_zero, rows, packed, columns, depth, depth, -128, 127};
  nook_dot_eight_mve(&job);
}

static const nook_product_loop product_loop = {1, pack, add, sum_of_row, multiply};
#include "nook/ops/batch_matmul/packed_all.h"

void nook_batch_matmul_s8_mve(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                              void* scratch_memory) {
  multiply_all(p, a, b, y, scratch_memory, p->walk.columns);
}
void nook_batch_matmul_s8_mve_stack(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b,
                                    int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  multiply_on_stack(p, a, b, y, 8 * (((p->walk.depth + 15) & ~(int32_t)15) + 12));
}
