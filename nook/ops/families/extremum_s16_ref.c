#include "nook/ops/families/binary_runs.h"
#include "nook/ops/families/extremum.h"

static void choose(const void* params, const void* a, const void* b, void* y) {
  *(int16_t*)y =
      (int16_t)nook_extremum_of((const nook_extremum*)params, *(const int16_t*)a, *(const int16_t*)b);
}

void nook_extremum_s16_ref(const nook_extremum* p, const int16_t* a, const int16_t* b, int16_t* y,
                           void* scratch) {
  (void)scratch;
  nook_binary_each(&p->walk, p, a, b, y, 2, 2, choose);
}
