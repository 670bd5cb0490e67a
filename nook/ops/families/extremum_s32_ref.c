#include "nook/ops/families/binary_runs.h"
#include "nook/ops/families/extremum.h"

static void choose(const void* params, const void* a, const void* b, void* y) {
  *(int32_t*)y = nook_extremum_of((const nook_extremum*)params, *(const int32_t*)a, *(const int32_t*)b);
}

void nook_extremum_s32_ref(const nook_extremum* p, const int32_t* a, const int32_t* b, int32_t* y,
                           void* scratch) {
  (void)scratch;
  nook_binary_each(&p->walk, p, a, b, y, 4, 4, choose);
}
