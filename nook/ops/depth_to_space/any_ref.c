#include "nook/ops/depth_to_space/depth_to_space.h"
#include "nook/ops/reference/copy.h"

void nook_depth_to_space_ref_row(const nook_blocks* p, const nook_rows* x, int32_t oy, void* y_row,
                                 void* scratch_memory) {
  (void)scratch_memory;
  const char* first = (const char*)nook_row(x, oy / p->block) + oy % p->block * p->run;
  nook_copy_segments(y_row, p->run, first, p->block * p->run, p->run, p->width);
}

void nook_depth_to_space_ref(const nook_blocks* p, const void* x, void* y, void* scratch_memory) {
  const int32_t fine = p->width * p->run;
  const nook_rows rows = {x, p->block * fine, p->rows};
  char* to = (char*)y;
  for (int32_t oy = 0; oy < p->rows * p->block; ++oy, to += fine)
    nook_depth_to_space_ref_row(p, &rows, oy, to, scratch_memory);
}
