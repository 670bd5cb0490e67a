#include "nookc/cli/model_input.h"

#include <cstdio>
#include <map>

#include "nookc/core/text.h"
#include "nookc/front/onnx/model_file.h"

namespace nookc {

void add_input_layout(Subcommand command, BorderOptions& borders) {
  command
      .add_option(
          "--io-layout", borders.layout,
          "order of the images that the model reads and writes: as in the model\n(default), or channels last")
      .one_of({"model", "nhwc"});
  command
      .add_option("--input-shape", borders.shapes,
                  "shape of an input that an ONNX model leaves open: [NAME=]1,3,96,96, in the\nmodel's order "
                  "(repeatable)")
      .repeatable()
      .type("SHAPE");
  command
      .add_option("--signature", borders.signature,
                  "the signature of a .tflite that is to run (default: the first)")
      .type("NAME")
      .not_empty();
}

void add_borders(Subcommand command, BorderOptions& borders) {
  add_input_layout(command, borders);
  command
      .add_option("--io", borders.types,
                  "type of inputs and outputs that the model only quantizes or dequantizes:\nas in the model "
                  "(default), or int8")
      .one_of({"model", "int8"});
}

namespace {

Result<std::map<std::string, std::vector<int64_t>>> parse_shapes(const std::vector<std::string>& all) {
  std::map<std::string, std::vector<int64_t>> shapes;
  for (const std::string& one : all) {
    const size_t sign = one.rfind('=');
    const std::string name = sign == std::string::npos ? "" : one.substr(0, sign);
    std::vector<int64_t> shape;
    if (shapes.contains(name))
      return Diag{
          Exit::kUsage, "N2051", "--input-shape",
          name.empty() ? "is given twice without a name" : "gives two shapes to '" + printable(name) + "'",
          "one shape for each input, as in --input-shape x=1,3,96,96 --input-shape y=1,10"};
    bool sound = true;
    for (const std::string& part : split_text(one.substr(sign == std::string::npos ? 0 : sign + 1), ',')) {
      shape.push_back(0);
      sound = sound && parse_int(part, &shape.back()) && shape.back() > 0 && shape.back() <= INT32_MAX;
    }
    if (!sound || shape.empty())
      return Diag{Exit::kUsage, "N2051", "--input-shape",
                  "'" + printable(one) + "' is not a shape: need whole numbers above 0 with commas",
                  "--input-shape 1,3,96,96, or with the name of the input: --input-shape x=1,3,96,96"};
    shapes[name] = shape;
  }
  return shapes;
}

}  // namespace

Result<ModelBytes> read_model_file(const std::string& file, const BorderOptions& borders) {
  const Result<std::map<std::string, std::vector<int64_t>>> shapes = parse_shapes(borders.shapes);
  if (!shapes) return shapes.diag();
  Result<onnx::ModelFile> model =
      onnx::read_model(file, {borders.layout == "nhwc", borders.types == "int8", *shapes, borders.signature});
  if (!model) return model.diag();
  return ModelBytes{std::move(model->bytes), file, std::move(model->stated)};
}

void say_notes(const Stated& stated) {
  for (const std::string& note : stated.notes) std::fprintf(stderr, "nook: %s\n", printable(note).c_str());
}

}  // namespace nookc
