#include "nook/ops/families/binary_runs.h"
#include "nook/ops/families/extremum.h"

static void choose(const void* params, const void* a_at, const void* b_at, void* y) {
  const int64_t a = nook_load_s64(a_at), b = nook_load_s64(b_at);
  *(int64_t*)y = (((const nook_extremum*)params)->largest ? a > b : a < b) ? a : b;
}

void nook_extremum_s64_ref(const nook_extremum* p, const void* a, const void* b, int64_t* y,
                           void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_each(&p->walk, p, a, b, y, 8, 8, choose);
}
