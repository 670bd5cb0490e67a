#include "nookc/cli/model_input.h"

#include <cstdio>

#include "nookc/core/text.h"
#include "nookc/front/onnx/input_shapes.h"
#include "nookc/front/onnx/model_file.h"
#include "nookc/middle/passes/floats/simplify_floats.h"

namespace nookc {

void add_input_layout(Subcommand command, BorderOptions& borders) {
  command
      .add_option(
          "--io-layout", borders.layout,
          "order of the images that the model reads and writes: as in the model\n(default), or channels last")
      .one_of({"model", "nhwc"});
  command
      .add_option(
          "--input-shape", borders.shapes,
          "shape of an input, for a batch or a length that the model leaves open:\n[NAME=]1,3,96,96, in "
          "the model's order (repeatable)")
      .repeatable()
      .type("SHAPE");
  command
      .add_option(
          "--input-value", borders.values,
          "make an input a constant, and leave out the branches that it decides:\nNAME=16000, NAME=true "
          "or NAME=0.5,1 (repeatable)")
      .repeatable()
      .type("NAME=VALUE");
  command
      .add_option("--state", borders.states,
                  "keep this output as the state that the next run gets as this input\n(repeatable)")
      .repeatable()
      .type("INPUT=OUTPUT");
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

void add_no_simplify(Subcommand command, BorderOptions& borders, std::string_view other) {
  std::vector<std::string_view> names = simplification_names();
  if (!other.empty()) names.push_back(other);
  command
      .add_option("--no-simplify", borders.unsimplified,
                  "leave out this simplification of float operators (repeatable)")
      .one_of({names.begin(), names.end()})
      .repeatable();
}

Result<ModelBytes> read_model_file(const std::string& file, const BorderOptions& borders) {
  const auto shapes = onnx::parse_input_shapes(borders.shapes);
  if (!shapes) return shapes.diag();
  const auto values = onnx::parse_input_values(borders.values);
  if (!values) return values.diag();
  const auto states = onnx::parse_states(borders.states);
  if (!states) return states.diag();
  Result<onnx::ModelFile> model = onnx::read_model(
      file, {borders.layout == "nhwc", borders.types == "int8", *shapes, borders.signature, *values,
             std::set<std::string>(borders.unsimplified.begin(), borders.unsimplified.end()), *states});
  if (!model) return model.diag();
  return ModelBytes{std::move(model->bytes), file, std::move(model->stated), model->simplified,
                    std::move(model->passes)};
}

void say_notes(const Stated& stated) {
  for (const std::string& note : stated.notes) std::fprintf(stderr, "nook: %s\n", printable(note).c_str());
}

}  // namespace nookc
