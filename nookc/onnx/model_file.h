// Where every command gets its model from: a .tflite file as it is, an ONNX file converted.
#pragma once
#include <cstddef>
#include <filesystem>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/onnx/mapper.h"

namespace nookc::onnx {

// The bytes of a .tflite model. Diags of nookc::read_model() and onnx_to_tflite(). What is no ONNX file is
// handed on as it is: whoever opens it says what is wrong.
Result<std::vector<std::byte>> read_model(const std::filesystem::path& path, const Borders& borders);

// The same of a file that was read already; `beside` reads the files that an ONNX model keeps weights in.
Result<std::vector<std::byte>> as_tflite(std::vector<std::byte> bytes, const std::string& file,
                                         const Borders& borders, const ReadBeside& beside);

// Whether a file of that name and content is to be read as ONNX.
bool is_onnx(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace nookc::onnx
