#pragma once
#include "nook/ops/circular_buffer/circular_buffer.h"
#include "nook/ops/contract/custom_options.h"

namespace nook {

// y [1][slots][w][c] = the most recent inputs [1][1][w][c], in a variable tensor. Only every cycles_max-th
// run continues; other runs end here and return NOOK_NOT_READY.
struct CircularBuffer : CustomOp<CircularBuffer, 1100, Role::kData> {
  static constexpr const char* kName = "CIRCULAR_BUFFER";
  struct Attrs {
    using Op = CircularBuffer;
    int32_t cycles_max = 0;  // below 1: derived from the shapes
  };
  static constexpr Option<Attrs> kOptions[] = {{"cycles_max", &Attrs::cycles_max}};
  using Forms = List<struct CircularBufferS8>;
};

// int8.
struct CircularBufferS8 : OpForm<CircularBuffer> {
  NOOK_FORM(nook_circular_buffer_s8);
  static constexpr bool kMayWait = true;

  static int32_t state_bytes(const Params&) { return sizeof(int32_t); }  // calls since the last result
};

}  // namespace nook
