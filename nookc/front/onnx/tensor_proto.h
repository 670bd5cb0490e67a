#pragma once
#include <string>

#include "nookc/front/onnx/model.h"
#include "nookc/front/onnx/wire.h"

namespace nookc::onnx {

// What is wrong with a file, and where: for one Diag.
struct Fault {
  const uint8_t* begin = nullptr;  // of the file
  std::string code = "N3030", what, where;
  bool found() const { return !what.empty(); }
  // The first counts. False, for `return fault.is(...)`.
  bool is(const std::string& why);
  bool damaged(const WireReader& at, const std::string& part);
};

// A TensorProto: its name and its numbers.
bool read_tensor(std::span<const uint8_t> bytes, const ReadBeside& beside, std::string* name,
                 ConstantPtr* made, Fault* fault);

}  // namespace nookc::onnx
