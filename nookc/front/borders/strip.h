// Removes operators that only convert at the borders of a model, so that the application's own buffers hold
// the values that the network computes with.
//
//   x float32 -> QUANTIZE -> int8 -> CONV_2D       x int8 -> CONV_2D
//   FULLY_CONNECTED -> int8 -> DEQUANTIZE -> y     FULLY_CONNECTED -> y int8
//   x 1x3x8x8 -> TRANSPOSE -> 1x8x8x3 -> CONV_2D   x 1x8x8x3 -> CONV_2D
#pragma once
#include "nookc/front/borders/wires.h"
#include "nookc/graph/stated.h"

namespace nookc {

struct StripWish {
  bool integers = false;       // --io int8
  bool channels_last = false;  // --io-layout nhwc
};

// Every input and output keeps its index and name. Notes each border that can't be changed, with the operator
// that prevents it.
void strip(Wires& wires, const StripWish& wish, Stated* stated);

}  // namespace nookc
