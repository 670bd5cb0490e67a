// An ONNX model as nook's graph, or as the bytes of a .tflite file.
#pragma once
#include <span>
#include <string>

#include "nookc/core/diag.h"
#include "nookc/front/onnx/mapper.h"

namespace nookc::onnx {

// Diags of read_onnx(); N3033: nodes that can't be mapped, all of them with their reasons. `stated`, where it
// is given, gets what the model says of inputs and outputs of which `borders` asks for another form.
Result<Graph> import_onnx(std::span<const std::byte> bytes, const std::string& file, const Borders& borders,
                          const ReadBeside& beside, Stated* stated = nullptr);

// The same as a file. Diags of export_tflite() too.
Result<std::vector<std::byte>> onnx_to_tflite(std::span<const std::byte> bytes, const std::string& file,
                                              const Borders& borders, const ReadBeside& beside);

}  // namespace nookc::onnx
