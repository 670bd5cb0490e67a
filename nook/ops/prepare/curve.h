#pragma once
#include "nook/ops/prepare/table_of.h"

// Curves that saturate on both sides (LOGISTIC, TANH), for int8.
namespace nook {

struct Curve {
  // The curve: from Q4.27 to Q0.31.
  int32_t (*at)(int32_t x);
  int32_t bits;  // one step of y is 2^-bits
  int32_t zero;  // zero point of y
};

// Fills the table of NOOK_LOOKUP_SIZE bytes, bit-exact with TensorFlow Lite's computation of each element. y
// must have the scale 2^-bits, within a thousandth, and the zero point of the curve; x must have a scale
// below 8.
Code fill_curve(const Curve& curve, const TableOf& of);

}  // namespace nook
