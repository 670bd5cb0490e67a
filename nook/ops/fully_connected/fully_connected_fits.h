#pragma once
#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/prepare/dot_fits.h"

namespace nook {

inline NOOK_FITS_INLINE Layer layer_of(const nook_fully_connected_f32& p) {
  Layer l;
  l.batch = p.batch, l.channels = l.group = p.in, l.outputs = p.out;
  return l;
}
inline NOOK_FITS_INLINE Layer layer_of(const nook_fully_connected_hybrid& p) {
  Layer l;
  l.batch = p.batch, l.channels = l.group = p.in, l.outputs = p.out;
  return l;
}
inline NOOK_FITS_INLINE Layer layer_of(const nook_fully_connected_s8& p) {
  Layer l;
  l.batch = p.batch, l.channels = l.group = p.in, l.outputs = p.out;
  l.zero = p.out_zero, l.low = p.act_min;
  l.whole_range = p.act_min == -128 && p.act_max == 127, l.one_scale = p.scale_step == 0;
  return l;
}

}  // namespace nook
