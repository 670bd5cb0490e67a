#pragma once
#include <string>

#include "nookc/front/onnx/model.h"
#include "nookc/front/onnx/wire.h"

namespace nookc::onnx {

// The fault of a file and its position, for one Diag.
struct Fault {
  const uint8_t* begin = nullptr;  // start of the file
  std::string code = "N3030", what, where;
  bool found() const { return !what.empty(); }
  // Records the first fault. Returns false, for `return fault.is(...)`.
  bool is(const std::string& why);
  bool damaged(const WireReader& at, const std::string& part);
};

// Reads a TensorProto: its name and its numbers, and float64 ones also unrounded (null: not wanted).
bool read_tensor(std::span<const uint8_t> bytes, const ReadExternal& external, std::string* name,
                 ConstantPtr* made, Fault* fault, std::vector<double>* doubles = nullptr);

}  // namespace nookc::onnx
