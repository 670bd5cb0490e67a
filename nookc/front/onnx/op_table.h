// The operators of ONNX that nook maps, as data.
#pragma once
#include <span>
#include <string>

#include "nookc/front/onnx/mapper.h"

namespace nookc::onnx {

// How an operator is computed if its operands are quantized.
enum Trait : unsigned {
  kFloatOnly = 0,
  kInteger = 1,  // in int8, with the scale of the QuantizeLinear that follows
  kKeeps = 2,    // it moves or picks elements, so the result has the operand's scale
  kClamps = 4,   // and a following Relu or Clip is fused into it
  kMany = 8,     // with kKeeps: it is variadic, and all operands must have one scale
  kAll = 16,     // no operand may be omitted
};

struct OperatorRow {
  const char* name;
  const char* domain;  // "": the domain of ONNX
  size_t least;        // minimum number of operands
  unsigned traits;
  // Maps the mapper's current node; returns the reason if it can't, otherwise empty.
  std::string (*map)(Mapper& m);
  const char* remark;  // for the documentation: limits of the mapping
};

std::span<const OperatorRow> operator_table();
const OperatorRow* find_operator(const std::string& domain, const std::string& name);

}  // namespace nookc::onnx
