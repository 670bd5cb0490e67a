// For any ONNX file: it is refused with a code, or it becomes a valid .tflite model.
#include <cstddef>
#include <cstdint>

#include "nook/model/model.h"
#include "nookc/front/onnx/import_onnx.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::span<const std::byte> file(reinterpret_cast<const std::byte*>(data), size);
  const auto made = nookc::onnx::onnx_to_tflite(file, "fuzz.onnx", {}, {});
  if (!made) {
    if (made.diag().code.empty() || made.diag().what.empty()) __builtin_trap();
    return 0;
  }
  const auto* const first = reinterpret_cast<const uint8_t*>(made->data());
  if (!nook::Model::open({first, made->size()})) __builtin_trap();
  return 0;
}
