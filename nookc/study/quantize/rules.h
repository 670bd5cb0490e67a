// The rules of TensorFlow Lite's converter for the scales of each operator with an integer form.
#pragma once
#include <cstdint>

#include "nookc/graph/graph.h"

namespace nookc {

// A scale and zero point: real = scale * (q - zero).
struct Affine {
  float scale = 0;
  int32_t zero = 0;

  friend bool operator==(const Affine&, const Affine&) = default;
};

enum class Scales : uint8_t {
  kOwn,    // the result has its own range
  kSame,   // all data, including results, have one scale and zero point
  kFixed,  // the result has the scale and zero point of the rule
};

struct OpRule {
  nook::OpCode code;
  Scales scales = Scales::kOwn;
  Affine s8 = {}, s16 = {};  // for kFixed
  int8_t weights = -1;       // the operand that is symmetric if it is constant; -1: none
  int8_t channel_axis = -1;  // channel axis of the weights; -1: one scale for all
  bool by_tensor = false;    // one scale for all weights, unless the user requests more
};

// Null: the operator stays float.
const OpRule* rule_of(nook::OpCode code);

}  // namespace nookc
