#include "nookc/back/interpreter_export/interpreter_task.h"

#include "nook/interp/build.h"
#include "nook/interp/interpreter.h"
#include "nook/interp/planner.h"
#include "nook/ops/contract/control_flow.h"
#include "nook/ops/table.h"
#include "nookc/back/interpreter_export/elsewhere.h"
#include "nookc/core/model_size.h"

namespace nookc {
namespace {

// The problem that the device's planner would get.
struct Asked {
  std::vector<nook::Buffer> buffers;
  std::vector<int32_t> tensors;  // per buffer; -1: scratch of a kernel
  std::vector<nook::Separation> separations;
};

nook_status note(const nook_planner* self, void* request) {
  const nook::PlanRequest& r = *static_cast<nook::PlanRequest*>(request);
  Asked& asked = *static_cast<Asked*>(const_cast<void*>(self->data));
  asked = {{r.problem.buffers.begin(), r.problem.buffers.end()},
           {r.tensors.begin(), r.tensors.end()},
           {r.problem.separations.begin(), r.problem.separations.end()}};
  return nook_greedy_planner.place(&nook_greedy_planner, request);
}

Result<Asked> ask(const nook::Model& model, const std::string& file, const Target& target,
                  const InterpreterOptions& options) {
  Asked asked;
  const nook_planner planner = {note, &asked, nullptr};
  const bool packs = options.weights != Weights::kAsIs;
  nook::InterpreterOptions given(planner);
  given.inputs_in_scratch = options.inputs_in_scratch, given.outputs_in_scratch = options.outputs_in_scratch;
  given.packer = packs ? &nook_pack_weights : nullptr;
  given.rows = options.rows ? &nook_row_chains : nullptr;
  given.variables = &nook_resource_variables, given.control = &nook_control_flow;
  const nook::Resolver resolver = packs || options.rows ? fast_resolver() : nook::resolver(nook::all_ops());
  std::vector<uint64_t> working(nook::row_bytes(model) / 8 + 1);
  nook_memory_requirements need;
  nook_interpreter_fault fault;
  if (nook::interp::require(model, resolver, given, widths_of(target),
                            {reinterpret_cast<uint8_t*>(working.data()), working.size() * 8}, &need,
                            &fault) != nook::Code::kOk)
    return interpreter_fault(model, file, fault);
  return asked;
}

// Tensor numbers continue from subgraph to subgraph.
std::string name_of(const nook::Model& model, const nook::Buffer& buffer, int32_t tensor) {
  const bool flows = nook::has_control_flow(model);
  if (tensor < 0) return "scratch of operator " + std::to_string(flows ? ~tensor : buffer.first - 1);
  uint32_t s = 0, at = static_cast<uint32_t>(tensor);
  for (; at >= model.subgraph(s).tensor_count(); ++s) at -= model.subgraph(s).tensor_count();
  return std::to_string(tensor) + " " + model_text(model.subgraph(s).tensor(at).name());
}

}  // namespace

Result<ModelTask> interpreter_task(const nook::Model& model, const std::string& file, const Target& target,
                                   const InterpreterOptions& options) {
  const Result<Asked> asked = ask(model, file, target, options);
  if (!asked) return asked.diag();
  ModelTask made;
  made.task.source = file;
  for (uint32_t s = 0; s < model.subgraph_count(); ++s)
    made.tensor_counts.push_back(static_cast<int32_t>(model.subgraph(s).tensor_count()));
  std::vector<int32_t>& number = made.slots;  // index in the task
  number.assign(asked->buffers.size(), -1);
  for (size_t i = 0; i < asked->buffers.size(); ++i) {
    const nook::Buffer& buffer = asked->buffers[i];
    if (buffer.size == 0 || buffer.last < buffer.first) continue;
    number[i] = static_cast<int32_t>(made.task.buffers.size());
    TaskBuffer b;
    b.name = name_of(model, buffer, asked->tensors[i]), b.buffer = buffer;
    made.task.buffers.push_back(std::move(b));
    made.tensors.push_back(asked->tensors[i]);
  }
  for (const nook::Separation& s : asked->separations) {
    const int32_t upper = number[static_cast<size_t>(s.upper)], lower = number[static_cast<size_t>(s.lower)];
    if (upper >= 0 && lower >= 0) made.task.separations.push_back({upper, lower, s.bytes});
  }
  return made;
}

}  // namespace nookc
