#include "nookc/core/model_fault.h"
#include "nookc/core/model_size.h"
#include "nookc/middle/live/live_ranges.h"
#include "nookc/middle/plan/formats/offline_plan.h"

namespace nookc {
namespace {

struct Traffic {
  int64_t reads = 0, writes = 0;  // number of accesses
};

std::vector<Traffic> traffic_of(const nook::SubgraphView& graph) {
  std::vector<Traffic> all(graph.tensor_count());
  for (uint32_t i = 0; i < graph.operator_count(); ++i) {
    const nook::OperatorView op = graph.op(i);
    for (uint32_t k = 0; k < op.inputs().size(); ++k)
      if (op.inputs()[k] >= 0) all[static_cast<size_t>(op.inputs()[k])].reads += 1;
    for (uint32_t k = 0; k < op.outputs().size(); ++k)
      if (op.outputs()[k] >= 0) all[static_cast<size_t>(op.outputs()[k])].writes += 1;
  }
  return all;
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
  const std::vector<LiveRange> ranges = live_ranges(graph);
  const std::vector<Traffic> traffic = traffic_of(graph);
  for (uint32_t t = 0; t < graph.tensor_count(); ++t) {
    const nook::TensorView tensor = graph.tensor(t);
    const bool constant = model.buffer(tensor.buffer()).size() > 0;
    if (ranges[t].last < 0 || constant || tensor.variable()) continue;
    const std::string name = model_text(tensor.name());
    nook::ModelFault fault;
    const auto info = nook::tensor_info(model, tensor, &fault);
    if (!info) {
      fault.index = static_cast<int32_t>(t);
      if (fault.fault != nook::Fault::kDimension)
        return model_fault(file + ": '" + name + "'", info.code(), fault);
      return Diag{Exit::kUnsupported, "N3015", file + ": tensor " + std::to_string(t) + " '" + name + "'",
                  "its size is not known before it runs", "export the model with its shapes fixed"};
    }
    TaskBuffer b;
    b.name = std::to_string(t) + " " + name;
    b.buffer = {info->bytes(), nook::kBufferAlignment, ranges[t].first, ranges[t].last};
    if (in_list(graph.inputs(), t)) b.buffer.kind = nook::BufferKind::kInput;
    if (in_list(graph.outputs(), t)) b.buffer.kind = nook::BufferKind::kOutput;
    b.reads = traffic[t].reads * b.buffer.size, b.writes = traffic[t].writes * b.buffer.size;
    made.task.buffers.push_back(std::move(b));
    made.tensors.push_back(static_cast<int32_t>(t));
  }
  return made;
}

}  // namespace nookc
