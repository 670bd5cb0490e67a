// Imports an ONNX model as nook's graph, or converts it to the bytes of a .tflite file.
#pragma once
#include <span>
#include <string>

#include "nookc/core/diag.h"
#include "nookc/front/onnx/mapper.h"
#include "nookc/middle/lower/program.h"

namespace nookc::onnx {

// Diags of read_onnx(); N3033: nodes that can't be mapped, all of them with their reasons. `stated`, if
// given, receives the form that the model states for inputs and outputs for which `borders` requests another.
Result<Graph> import_onnx(std::span<const std::byte> bytes, const std::string& file, const Borders& borders,
                          const ReadExternal& external, Stated* stated = nullptr,
                          std::vector<PassReport>* passes = nullptr);

// Like import_onnx(), but returns a .tflite file. Also Diags of export_tflite().
Result<std::vector<std::byte>> onnx_to_tflite(std::span<const std::byte> bytes, const std::string& file,
                                              const Borders& borders, const ReadExternal& external);

}  // namespace nookc::onnx
