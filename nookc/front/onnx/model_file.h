// The source of every command's model: a .tflite file or a converted ONNX file, with the inputs and outputs
// in the form that the user requests.
#pragma once
#include <cstddef>
#include <filesystem>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/front/onnx/mapper.h"
#include "nookc/graph/stated.h"
#include "nookc/middle/lower/program.h"

namespace nookc::onnx {

struct ModelFile {
  std::vector<std::byte> bytes;  // as .tflite
  Stated stated;
  bool simplified = false;              // the passes of simplify_floats() ran
  std::vector<PassReport> passes = {};  // these, and few-bits
};

// The bytes of a .tflite model. Diags of nookc::read_model(), onnx_to_tflite(), rewire() and
// restate(). A file that is not ONNX is passed on unchanged: the reader that opens it reports the fault.
Result<ModelFile> read_model(const std::filesystem::path& path, const Borders& borders);

// Like read_model(), for a file that was already read; `external` reads the external data files of an ONNX
// model.
Result<ModelFile> as_tflite(std::vector<std::byte> bytes, const std::string& file, const Borders& borders,
                            const ReadExternal& external);

// Whether a file with that name and content is to be read as ONNX.
bool is_onnx(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace nookc::onnx
