#include "nook/ops/broadcast_args/broadcast_args.h"

/* Dimension `i`, counted from the last; 1 if there is none. */
static int32_t size_at(const int32_t* shape, int32_t size, int32_t i) {
  return i < size ? shape[size - 1 - i] : 1;
}

void nook_broadcast_args_s32_ref(const nook_broadcast_args* p, const int32_t* a, const int32_t* b, int32_t* y,
                                 void* scratch_memory) {
  (void)scratch_memory;
  const int32_t size = p->a_size > p->b_size ? p->a_size : p->b_size;
  for (int32_t i = 0; i < size; ++i) {
    const int32_t of_a = size_at(a, p->a_size, i);
    y[size - 1 - i] = of_a == 1 ? size_at(b, p->b_size, i) : of_a;
  }
}
