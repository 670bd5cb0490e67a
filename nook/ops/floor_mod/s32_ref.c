#include "nook/ops/families/binary_segments.h"
#include "nook/ops/floor_mod/floor_mod.h"

/* 0 if b is 0. */
static int32_t floor_rest(int32_t a, int32_t b) {
  if (b == 0 || b == -1) return 0;
  const int32_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static void element(const void* params, const void* a, const void* b, void* y) {
  (void)params;
  *(int32_t*)y = floor_rest(*(const int32_t*)a, *(const int32_t*)b);
}

void nook_floor_mod_s32_ref(const nook_binary* p, const int32_t* a, const int32_t* b, int32_t* y,
                            void* scratch) {
  (void)scratch;
  nook_binary_each(&p->walk, p, a, b, y, 4, 4, element);
}
