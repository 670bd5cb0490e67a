#include "nookc/front/import/listing.h"

#include "nook/model/builtin_names.h"
#include "nookc/core/dtype.h"
#include "nookc/core/model_size.h"
#include "nookc/front/import/faults.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json list(const nook::Vector<T>& values) {
  Json all = Json::array();
  for (uint32_t i = 0; i < values.size(); ++i) all.push_back(values[i]);
  return all;
}

Json types(const nook::SubgraphView& subgraph, const nook::IndexList& tensors) {
  Json all = Json::array();
  for (uint32_t i = 0; i < tensors.size(); ++i)
    all.push_back(tensors[i] < 0
                      ? Json(nullptr)
                      : Json(dtype_name(subgraph.tensor(static_cast<uint32_t>(tensors[i])).type())));
  return all;
}

Json quantization(const nook::TensorView& tensor) {
  if (tensor.quantized_otherwise()) return {{"other", true}};
  if (tensor.scales().size() == 0) return nullptr;
  Json scales = Json::array();
  for (float scale : tensor.scales()) scales.push_back(scale);
  return {{"scales", scales},
          {"zero_points", list(tensor.zero_points())},
          {"axis", tensor.quantized_dimension()}};
}

}  // namespace

Result<nook::Model> open_model(std::span<const std::byte> bytes, const std::string& file) {
  const nook::Span<const uint8_t> raw(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  nook::ModelFault fault;
  const auto model = nook::Model::open(raw, &fault);
  if (!model) return file_fault(bytes, file, model.code(), fault);
  if (const Status fits = check_model_size(*model, file); !fits) return fits.diag();
  return *model;
}

std::string listed_name(const nook::OperatorView& op) {
  std::string name = nook::builtin_name(op.code());
  if (name == "UNKNOWN") name += "_" + std::to_string(op.code());
  return op.custom_code().size() > 0 ? name + ":" + model_text(op.custom_code()) : name;
}

Json operator_json(const nook::SubgraphView& subgraph, uint32_t subgraph_index, uint32_t index) {
  const nook::OperatorView op = subgraph.op(index);
  return {{"subgraph", subgraph_index},
          {"index", index},
          {"name", listed_name(op)},
          {"version", op.version()},
          {"inputs", list(op.inputs())},
          {"outputs", list(op.outputs())},
          {"input_types", types(subgraph, op.inputs())},
          {"output_types", types(subgraph, op.outputs())}};
}

Json tensor_json(const nook::Model& model, const nook::SubgraphView& subgraph, uint32_t index) {
  const nook::TensorView tensor = subgraph.tensor(index);
  const nook::Span<const uint8_t> data = model.buffer(tensor.buffer());
  return {{"index", index},
          {"name", model_text(tensor.name())},
          {"type", dtype_name(tensor.type())},
          {"shape", list(tensor.shape())},
          {"shape_signature", list(tensor.shape_signature())},
          {"buffer", tensor.buffer()},
          {"constant", data.size() > 0},
          {"constant_bytes", data.size()},
          {"variable", tensor.variable()},
          {"sparse", tensor.sparse()},
          {"quantization", quantization(tensor)}};
}

}  // namespace nookc
