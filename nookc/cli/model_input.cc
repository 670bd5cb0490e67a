#include "nookc/cli/model_input.h"

#include "nookc/onnx/model_file.h"

namespace nookc {

void add_borders(Subcommand command, BorderOptions& borders) {
  command
      .add_option("--io-layout", borders.layout,
                  "images that an ONNX model reads and writes: in the order that it states\n(default), or "
                  "with the channels last")
      .one_of({"model", "nhwc"});
  command
      .add_option(
          "--io", borders.types,
          "where an ONNX model quantizes its inputs or dequantizes its outputs and\ndoes nothing else "
          "with them: float as it states (default), or the integers")
      .one_of({"model", "int8"});
}

Result<std::vector<std::byte>> read_model_file(const std::string& file, const BorderOptions& borders) {
  return onnx::read_model(file, {borders.layout == "nhwc", borders.types == "int8"});
}

}  // namespace nookc
