#include "nook/ops/families/binary_runs.h"
#include "nook/ops/families/extremum.h"

static void choose(const void* params, const void* a, const void* b, void* y) {
  *(int8_t*)y = (int8_t)nook_extremum_of((const nook_extremum*)params, *(const int8_t*)a, *(const int8_t*)b);
}

void nook_extremum_s8_ref(const nook_extremum* p, const int8_t* a, const int8_t* b, int8_t* y,
                          void* scratch) {
  (void)scratch;
  nook_binary_each(&p->walk, p, a, b, y, 1, 1, choose);
}
