#include "nook/ops/broadcast_args/broadcast_args.h"
#include "nook/ops/families/binary_segments.h"

/* Dimension `i`, counted from the last; 1 if there is none. */
static int64_t size_at(const char* shape, int32_t size, int32_t i) {
  return i < size ? nook_load_s64(shape + 8 * (size - 1 - i)) : 1;
}

void nook_broadcast_args_s64_ref(const nook_broadcast_args* p, const void* a, const void* b, int64_t* y,
                                 void* scratch_memory) {
  (void)scratch_memory;
  const int32_t size = p->a_size > p->b_size ? p->a_size : p->b_size;
  for (int32_t i = 0; i < size; ++i) {
    const int64_t of_a = size_at((const char*)a, p->a_size, i);
    y[size - 1 - i] = of_a == 1 ? size_at((const char*)b, p->b_size, i) : of_a;
  }
}
