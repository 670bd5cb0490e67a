// What TensorFlow Lite's converter demands of the scales of each operator that has an integer form.
#pragma once
#include <cstdint>

#include "nookc/ir/graph.h"

namespace nookc {

// A scale and zero point: real = scale * (q - zero).
struct Affine {
  float scale = 0;
  int32_t zero = 0;

  friend bool operator==(const Affine&, const Affine&) = default;
};

enum class Scales : uint8_t {
  kOwn,    // the result has a range of its own
  kSame,   // all data, results too, have one scale and zero point
  kFixed,  // the result's are given
};

struct OpRule {
  nook::OpCode code;
  Scales scales = Scales::kOwn;
  Affine s8 = {}, s16 = {};  // of kFixed
  int8_t weights = -1;       // the operand that is symmetric where it is a constant; -1: none
  int8_t channel_axis = -1;  // of the weights; -1: one scale for all of them
  bool by_tensor = false;    // one scale for all weights where nobody asks for more
  int8_t version = 2;        // of the operator in int8, as files say it
};

// Null: the operator stays float.
const OpRule* rule_of(nook::OpCode code);

}  // namespace nookc
