#include <algorithm>

#include "nookc/core/model_size.h"
#include "nookc/middle/plan/formats/offline_plan.h"

namespace nookc {
namespace {

struct Life {
  int32_t first = INT32_MAX, last = -1;
  int64_t reads = 0, writes = 0;  // number of accesses
};

std::vector<Life> lives_of(const nook::SubgraphView& graph) {
  std::vector<Life> lives(graph.tensor_count());
  const int32_t exit = static_cast<int32_t>(graph.operator_count()) + 1;
  const auto touch = [&](int32_t tensor, int32_t step) -> Life* {
    if (tensor < 0) return nullptr;
    Life& life = lives[static_cast<size_t>(tensor)];
    life.first = std::min(life.first, step), life.last = std::max(life.last, step);
    return &life;
  };
  for (uint32_t i = 0; i < graph.inputs().size(); ++i) touch(graph.inputs()[i], 0);
  for (uint32_t i = 0; i < graph.operator_count(); ++i) {
    const nook::OperatorView op = graph.op(i);
    const int32_t step = static_cast<int32_t>(i) + 1;
    for (uint32_t k = 0; k < op.inputs().size(); ++k)
      if (Life* life = touch(op.inputs()[k], step)) life->reads += 1;
    for (uint32_t k = 0; k < op.outputs().size(); ++k)
      if (Life* life = touch(op.outputs()[k], step)) life->writes += 1;
    for (uint32_t k = 0; k < op.intermediates().size(); ++k) touch(op.intermediates()[k], step);
  }
  for (uint32_t i = 0; i < graph.outputs().size(); ++i) touch(graph.outputs()[i], exit);
  return lives;
}

bool in_list(const nook::IndexList& list, uint32_t tensor) {
  for (uint32_t i = 0; i < list.size(); ++i)
    if (list[i] == static_cast<int32_t>(tensor)) return true;
  return false;
}

}  // namespace

Result<ModelTask> model_task(const nook::Model& model, const std::string& file) {
  ModelTask made;
  made.task.source = file;
  for (uint32_t g = 0; g < model.subgraph_count(); ++g)
    made.tensor_counts.push_back(static_cast<int32_t>(model.subgraph(g).tensor_count()));
  const nook::SubgraphView graph = model.subgraph(0);
  const std::vector<Life> lives = lives_of(graph);
  for (uint32_t t = 0; t < graph.tensor_count(); ++t) {
    const Life& life = lives[t];
    const nook::TensorView tensor = graph.tensor(t);
    const bool constant = model.buffer(tensor.buffer()).size() > 0;
    if (life.last < 0 || constant || tensor.variable()) continue;
    const std::string name = model_text(tensor.name());
    const auto info = nook::tensor_info(model, tensor);
    if (!info)
      return Diag{Exit::kUnsupported, "N3015", file + ": tensor " + std::to_string(t) + " '" + name + "'",
                  "its size is not known before it runs", "export the model with its shapes fixed"};
    TaskBuffer b;
    b.name = std::to_string(t) + " " + name;
    b.buffer = {info->bytes(), nook::kBufferAlignment, life.first, life.last};
    if (in_list(graph.inputs(), t)) b.buffer.kind = nook::BufferKind::kInput;
    if (in_list(graph.outputs(), t)) b.buffer.kind = nook::BufferKind::kOutput;
    b.reads = life.reads * b.buffer.size, b.writes = life.writes * b.buffer.size;
    made.task.buffers.push_back(std::move(b));
    made.tensors.push_back(static_cast<int32_t>(t));
  }
  return made;
}

}  // namespace nookc
