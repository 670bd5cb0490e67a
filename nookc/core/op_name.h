// What ops.inc calls an operator.
#pragma once
#include "nook/ops/op.h"

namespace nookc {

struct OpName {
  const char* type;    // "Conv2D", a type of namespace nook
  const char* folder;  // "conv2d", of nook/ops
};

constexpr OpName op_name(nook::OpCode code) {
  switch (code) {
#define NOOK_OP(Type, folder, number) \
  case nook::OpCode::k##Type:         \
    return {#Type, #folder};
#include "nook/ops/ops.inc"
#undef NOOK_OP
  }
  return {"", ""};
}

}  // namespace nookc
