#include "nook/ops/families/binary_segments.h"
#include "nook/ops/sub/sub.h"

/* Wraps around. */
static int32_t difference(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }

void nook_sub_s32_ref(const nook_binary_s32* p, const int32_t* a, const int32_t* b, int32_t* y,
                      void* scratch) {
  (void)scratch;
  nook_binary_each_s32(p, a, b, y, difference);
}
