#pragma once
#include "nook/ops/circular_buffer/circular_buffer.h"
#include "nook/ops/custom_options.h"

namespace nook {

// The last inputs [1][1][w][c] together as y [1][slots][w][c], a variable tensor. Every cycles_max-th run has
// a result; the others end here, as NOOK_NOT_READY says.
struct CircularBuffer : CustomOp<CircularBuffer, 1100, Role::kData> {
  static constexpr const char* kName = "CIRCULAR_BUFFER";
  struct Attrs {
    using Op = CircularBuffer;
    int32_t cycles_max = 0;  // below 1: as the two published models want it that say no more, by their shapes
  };
  static constexpr Option<Attrs> kOptions[] = {{"cycles_max", &Attrs::cycles_max}};
  using Forms = List<struct CircularBufferS8>;
};

// int8.
struct CircularBufferS8 : OpForm<CircularBuffer> {
  NOOK_FORM(nook_circular_buffer_s8);
  static constexpr bool kMayWait = true;

  static int32_t state_bytes(const Params&) { return sizeof(int32_t); }  // the calls since the last result
};

}  // namespace nook
