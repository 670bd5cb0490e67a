// Where every command gets its model from: a .tflite file, an ONNX file converted; both with the inputs and
// outputs that the user asks for.
#pragma once
#include <cstddef>
#include <filesystem>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/front/onnx/mapper.h"
#include "nookc/graph/stated.h"

namespace nookc::onnx {

struct ModelFile {
  std::vector<std::byte> bytes;  // of a .tflite
  Stated stated;
};

// The bytes of a .tflite model. Diags of nookc::read_model(), onnx_to_tflite() and rewire(); N2052: a shape
// for a .tflite. What is no ONNX file is handed on as it is: whoever opens it says what is wrong.
Result<ModelFile> read_model(const std::filesystem::path& path, const Borders& borders);

// The same of a file that was read already; `beside` reads the files that an ONNX model keeps weights in.
Result<ModelFile> as_tflite(std::vector<std::byte> bytes, const std::string& file, const Borders& borders,
                            const ReadBeside& beside);

// Whether a file of that name and content is to be read as ONNX.
bool is_onnx(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace nookc::onnx
