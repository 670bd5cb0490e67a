// The operators of ONNX that nook maps, as data.
#pragma once
#include <span>
#include <string>

#include "nookc/front/onnx/mapper.h"

namespace nookc::onnx {

// How an operator is computed where what it reads is quantized.
enum Trait : unsigned {
  kFloatOnly = 0,
  kInteger = 1,  // in int8, into the scale that a QuantizeLinear behind it says
  kKeeps = 2,    // it moves or picks elements: the result has the operand's scale
  kClamps = 4,   // and it takes a Relu or Clip behind it along
  kMany = 8,     // with kKeeps: of as many operands as there are, which then must have the same scale
  kAll = 16,     // none of its operands may be left out
};

struct OperatorRow {
  const char* name;
  const char* domain;  // "": that of ONNX
  size_t least;        // operands
  unsigned traits;
  // Maps the mapper's node; why not, empty: done.
  std::string (*map)(Mapper& m);
  const char* remark;  // for people: what of it is not mapped, or how
};

std::span<const OperatorRow> operator_table();
const OperatorRow* find_operator(const std::string& domain, const std::string& name);

}  // namespace nookc::onnx
