#include "nook/model/model.h"
#include "nookc/core/dtype.h"
#include "nookc/core/model_size.h"
#include "nookc/front/import/import.h"
#include "nookc/front/import/listing.h"
#include "nookc/front/onnx/model.h"
#include "nookc/front/onnx/model_file.h"
#include "web/core/answers.h"
#include "web/core/attached_files.h"

namespace nookc::web {
namespace {

Json refused_json(const Diag& diag) {
  return {{"code", diag.code}, {"where", diag.where}, {"what", diag.what}, {"hint", diag.hint}};
}

Json names(const nook::SubgraphView& subgraph, const nook::IndexList& tensors) {
  Json all = Json::array();
  for (uint32_t i = 0; i < tensors.size(); ++i)
    if (tensors[i] >= 0) all.push_back(model_text(subgraph.tensor(static_cast<uint32_t>(tensors[i])).name()));
  return all;
}

// The first subgraph; others are branches and bodies.
Result<Answer> inspect_tflite(const ModelBytes& model) {
  const Result<nook::Model> opened = open_model(model.bytes, model.file);
  if (!opened) return opened.diag();
  const nook::SubgraphView subgraph = opened->subgraph(0);
  Json operators = Json::array(), inputs = Json::array(), refused = Json::array();
  for (uint32_t i = 0; i < subgraph.operator_count(); ++i) {
    const nook::OperatorView op = subgraph.op(i);
    operators.push_back({{"index", i},
                         {"kind", listed_name(op)},
                         {"inputs", names(subgraph, op.inputs())},
                         {"outputs", names(subgraph, op.outputs())}});
  }
  for (uint32_t i = 0; i < subgraph.inputs().size(); ++i) {
    const nook::TensorView tensor = subgraph.tensor(static_cast<uint32_t>(subgraph.inputs()[i]));
    Json shape = Json::array();
    for (uint32_t d = 0; d < tensor.shape().size(); ++d) {
      const bool open = d < tensor.shape_signature().size() && tensor.shape_signature()[d] < 0;
      shape.push_back(open ? Json("?") : Json(tensor.shape()[d]));
    }
    inputs.push_back(
        {{"name", model_text(tensor.name())}, {"type", dtype_name(tensor.type())}, {"shape", shape}});
  }
  for (const Diag& diag : survey(model.bytes, model.file)) refused.push_back(refused_json(diag));
  return Answer{{{"operators", operators}, {"inputs", inputs}, {"refused", refused}}, {}};
}

Result<Answer> inspect_onnx(const ModelBytes& model) {
  const Result<onnx::OnnxModel> read = onnx::read_onnx(model.bytes, model.file, read_external);
  if (!read) return read.diag();
  Json operators = Json::array(), inputs = Json::array();
  for (const onnx::OnnxNode& node : read->nodes)
    operators.push_back({{"index", node.number},
                         {"kind", node.domain.empty() ? node.op : node.domain + "." + node.op},
                         {"inputs", node.in},
                         {"outputs", node.out}});
  for (const onnx::Interface& input : read->inputs) {
    if (read->constants.contains(input.name)) continue;
    Json shape = Json::array();
    for (size_t d = 0; d < input.dims.size(); ++d)
      shape.push_back(input.dims[d] >= 0                                      ? Json(input.dims[d])
                      : d < input.symbols.size() && !input.symbols[d].empty() ? Json(input.symbols[d])
                                                                              : Json("?"));
    inputs.push_back({{"name", input.name}, {"type", onnx::type_name(input.type)}, {"shape", shape}});
  }
  return Answer{{{"operators", operators}, {"inputs", inputs}, {"refused", Json::array()}}, {}};
}

}  // namespace

Result<Answer> inspect_answer(const ModelBytes& model) {
  return onnx::is_onnx(model.file, model.bytes) ? inspect_onnx(model) : inspect_tflite(model);
}

}  // namespace nookc::web
