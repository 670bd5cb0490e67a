/* The inputs of a window as the portable kernels of NOOK_FEW_BITS read them. */
#ifndef NOOK_OPS_FEW_BITS_INPUTS_H_
#define NOOK_OPS_FEW_BITS_INPUTS_H_

#include "nook/core/after.h"
#include "nook/ops/few_bits/sums.h"
#include "nook/ops/few_bits/windows.h"

/* The scratch has, if the layout is planes, planes of x and of the inputs outside the image; then a window.
 */
static inline nook_few_bits_inputs nook_few_bits_read(const nook_few_bits_walk* at, void* scratch_memory) {
  const nook_few_bits* const p = at->p;
  uint32_t* const planes = (uint32_t*)scratch_memory;
  const int is_planes = p->layout == NOOK_FEW_BITS_PLANES;
  const size_t plane = is_planes ? (size_t)p->words * 4 : 0;
  uint32_t* const pads = (uint32_t*)nook_after(planes, plane * (size_t)p->x_bits);
  nook_few_bits_inputs in = {0, planes, 0, 0, 0};
  in.x = nook_few_bits_window(at, (int8_t*)nook_after(pads, plane), &in.outside);
  if (is_planes) {
    in.sum = nook_few_bits_planes(p, in.x, planes);
    if (in.outside && (p->pad_both | p->pad_ones)) nook_few_bits_pads(at, pads), in.pads = pads;
  } else {
    for (int32_t i = 0; i < p->depth; ++i) in.sum += in.x[i];
  }
  return in;
}

#endif
