#include "nook/ops/reference/copy.h"
#include "nook/ops/space_to_depth/space_to_depth.h"

void nook_space_to_depth_ref_row(const nook_blocks* p, const nook_rows* x, int32_t oy, void* y_row,
                                 void* scratch_memory) {
  (void)scratch_memory;
  char* to = (char*)y_row;
  for (int32_t r = 0; r < p->block; ++r, to += p->run)
    nook_copy_segments(to, p->block * p->run, nook_row(x, oy * p->block + r), p->run, p->run, p->width);
}

void nook_space_to_depth_ref(const nook_blocks* p, const void* x, void* y, void* scratch_memory) {
  const int32_t fine = p->width * p->run;
  const nook_rows rows = {x, fine, p->rows * p->block};
  char* to = (char*)y;
  for (int32_t oy = 0; oy < p->rows; ++oy, to += p->block * fine)
    nook_space_to_depth_ref_row(p, &rows, oy, to, scratch_memory);
}
