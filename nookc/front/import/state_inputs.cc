#include "nookc/core/dtype.h"
#include "nookc/core/model_size.h"
#include "nookc/core/text.h"
#include "nookc/front/import/infer_results.h"
#include "nookc/front/import/stated_value.h"
#include "nookc/front/shapes/infer.h"

namespace nookc::importing {
namespace {

struct Input {
  TensorId tensor;
  std::string name;  // in the signature
};

// The model's inputs under both of their names.
std::vector<Input> inputs_of(const Import& d) {
  std::vector<Input> all;
  const nook::IndexList inputs = d.here.view.inputs();
  for (uint32_t i = 0; i < inputs.size(); ++i)
    if (const TensorId t = id(d, inputs[i]); t != TensorId::kNone && !broken(d, t))
      all.push_back({t, d.graph[t].name});
  for (uint32_t s = 0; s < d.model.signature_count(); ++s) {
    const nook::SignatureView signature = d.model.signature(s);
    if (signature.subgraph() != 0) continue;
    for (uint32_t i = 0; i < signature.input_count(); ++i)
      for (Input& input : all)
        if (index(input.tensor) == signature.input_tensor(i))
          input.name = model_text(signature.input_name(i));
    break;
  }
  return all;
}

void refuse(Import& d, const std::string& option, const std::string& why, const std::string& hint) {
  d.diags.push_back({Exit::kUsage, "N2052", option, why, hint});
}

// The input of that name; an empty name: the only one. Nothing: a problem was noted.
std::optional<TensorId> find(Import& d, const std::vector<Input>& inputs, const std::string& name,
                             const std::string& option) {
  std::vector<std::string> names;
  for (const Input& input : inputs) {
    names.push_back("'" + printable(input.name) + "'");
    if (!name.empty() && (input.name == name || d.graph[input.tensor].name == name)) return input.tensor;
  }
  if (name.empty() && inputs.size() == 1) return inputs[0].tensor;
  refuse(d, option,
         name.empty() ? "need the name of an input: the model has " + std::to_string(inputs.size())
                      : "the model has no input '" + printable(name) + "'",
         "inputs of this model: " + join_text(names));
  return {};
}

void state_shape(Import& d, TensorId t, const std::vector<int64_t>& dims) {
  Tensor& tensor = d.graph[t];
  const std::string name = "'" + first_name(tensor.name) + "'";
  const auto count = [](size_t n) { return std::to_string(n) + (n == 1 ? " dimension" : " dimensions"); };
  if (tensor.shape.rank != 0 && dims.size() != tensor.shape.rank) {
    std::vector<std::string> in_file;
    for (int i = 0; i < tensor.shape.rank; ++i) in_file.push_back(std::to_string(tensor.shape.dim[i]));
    return refuse(d, "--input-shape",
                  "input " + name + ": need " + count(tensor.shape.rank) + ", have " + count(dims.size()),
                  "in the file it is [" + join_text(in_file) + "]");
  }
  const auto shape = shapes::shape_of(dims, tensor.type);
  if (!shape)
    return refuse(d, "--input-shape",
                  "input " + name + ": need at most 6 dimensions and 2 GiB, have " + count(dims.size()),
                  "a smaller shape");
  if (tensor.shape != *shape) d.changed = true;
  tensor.shape = *shape;
}

void state_value(Import& d, TensorId t, const std::vector<std::string>& numbers) {
  Tensor& tensor = d.graph[t];
  std::string wrong;
  Bytes bytes = stated_value(numbers, tensor.type, tensor.shape.elements(), &wrong);
  if (!wrong.empty())
    return refuse(d, "--input-value", "input '" + first_name(tensor.name) + "': " + wrong,
                  "`nook inspect` shows the input");
  tensor.data = std::make_shared<const Bytes>(std::move(bytes));
  tensor.variable = false;
  d.changed = true;
  d.fixed.insert(t);
}

}  // namespace

void state_inputs(Import& d) {
  const std::vector<Input> inputs = inputs_of(d);
  for (const auto& [name, dims] : d.facts.shapes)
    if (const auto t = find(d, inputs, name, "--input-shape")) state_shape(d, *t, dims);
  for (const auto& [name, numbers] : d.facts.values)
    if (const auto t = find(d, inputs, name, "--input-value")) state_value(d, *t, numbers);
  if (!inputs.empty() && d.fixed.size() == inputs.size() && d.diags.empty())
    refuse(d, "--input-value", "it would leave the model without an input", "leave one input open");
}

}  // namespace nookc::importing
