#include "nookc/front/onnx/state_values.h"

#include <algorithm>

#include "nookc/core/text.h"
#include "nookc/front/import/stated_value.h"

namespace nookc::onnx {
namespace {

Diag refused(const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2052", "--input-value", what, hint};
}

bool is_open(const Interface& input) {
  return !input.has_shape || std::ranges::any_of(input.dims, [](int64_t dim) { return dim < 0; });
}

// The shape that the model or --input-shape states.
Dims dims_of(const Interface& input, const Borders& borders) {
  const auto said = borders.shapes.find(input.name);
  return said == borders.shapes.end() ? input.dims : said->second;
}

}  // namespace

Status state_values(OnnxModel& model, const Borders& borders) {
  for (const auto& [name, numbers] : borders.values) {
    const auto is = [&, own = &name](const Interface& input) {
      return input.name == *own && !model.constants.contains(*own);
    };
    const auto input = std::ranges::find_if(model.inputs, is);
    if (input == model.inputs.end()) {
      std::vector<std::string> names;
      for (const Interface& other : model.inputs) names.push_back("'" + printable(other.name) + "'");
      return refused("the model has no input '" + printable(name) + "'",
                     "inputs of this model: " + join_text(names));
    }
    const std::string text = "input '" + printable(name) + "'";
    const Dims dims = dims_of(*input, borders);
    const auto elements = elements_of(dims);
    if ((is_open(*input) && !borders.shapes.contains(name)) || !elements)
      return refused(text + " has an open shape", "give it with --input-shape " + printable(name) + "=...");
    std::string wrong;
    Constant constant{type_of(input->type), dims, {}, {}, 0, 0, false};
    constant.data = stated_value(numbers, constant.type, static_cast<int32_t>(*elements), &wrong);
    if (!wrong.empty()) return refused(text + ": " + wrong, "`nook inspect` shows the input");
    model.constants[name] = shared(std::move(constant));
    model.inputs.erase(input);
  }
  if (model.inputs.empty() && !borders.values.empty())
    return refused("it would leave the model without an input", "leave one input open");
  return Done{};
}

}  // namespace nookc::onnx
