#include "nookc/back/interpreter_export/needs.h"

#include "nook/interp/build.h"
#include "nook/interp/interpreter.h"
#include "nook/ops/contract/control_flow.h"
#include "nookc/back/interpreter_export/elsewhere.h"
#include "nookc/back/interpreter_export/pack.h"
#include "nookc/core/model_size.h"
#include "nookc/core/read_file.h"
#include "nookc/front/import/faults.h"
#include "nookc/middle/plan/formats/plan_header.h"

namespace nookc {
namespace {

nook_planner planner_of(const InterpreterOptions& options) {
  if (options.planner == "shim")
    return nook_shim_planner(reinterpret_cast<const nook_buffer_plan*>(options.plan.data()));
  return options.planner == "offline" ? nook_offline_planner : nook_greedy_planner;
}

// Names the branch or the loop that keeps the interpreter from running chains of rows.
Status check_rows(const nook::Model& model, const std::string& file) {
  if (!nook::has_control_flow(model)) return Done{};
  const nook::SubgraphView graph = model.subgraph(0);
  uint32_t i = 0;
  while (!nook::is_control_flow(graph.op(i).code())) ++i;
  const std::string name = nook::is_if(graph.op(i).code()) ? " IF" : " WHILE";
  return Diag{Exit::kUnsupported, "N3021", file + ": operator " + std::to_string(i) + name,
              "the interpreter runs row by row only where a model has neither IF nor WHILE",
              "leave out --rows"};
}

}  // namespace

bool is_planner(const std::string& name) {
  return name == "greedy" || name == "offline" || name.ends_with(".h");
}

Status set_planner(const std::string& name, InterpreterOptions* options) {
  options->planner = name;
  if (!name.ends_with(".h")) return Done{};
  const Result<std::vector<std::byte>> bytes = read_file(name);
  if (!bytes) return bytes.diag();
  options->planner = "shim";
  options->plan_header.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const Result<std::vector<int64_t>> offsets = read_plan_header(options->plan_header, name, {});
  if (!offsets) return offsets.diag();
  options->plan = {static_cast<int32_t>(offsets->size())};
  for (const int64_t offset : *offsets)
    options->plan.push_back(offset < 0 || offset > INT32_MAX ? nook::kAnywhere
                                                             : static_cast<int32_t>(offset));
  return Done{};
}

Result<InterpreterNeeds> interpreter_needs(std::span<const std::byte> bytes, const std::string& file,
                                           const Target& target, const InterpreterOptions& options) {
  nook::ModelFault broken;
  const auto model =
      nook::Model::open({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, &broken);
  if (!model) return file_fault(bytes, file, model.code(), broken);
  if (const Status fits = check_model_size(*model, file); !fits) return fits.diag();
  const bool packs = options.weights != Weights::kAsIs;
  if (options.rows)
    if (const Status straight = check_rows(*model, file); !straight) return straight.diag();
  const nook::Resolver resolver = packs || options.rows ? fast_resolver() : nook::resolver(nook::all_ops());
  const nook_planner planner = planner_of(options);
  const nook_interpreter_options asked = {&planner,
                                          nook_check_model,
                                          options.inputs_in_scratch,
                                          options.outputs_in_scratch,
                                          options.keep_scales,
                                          nullptr,
                                          nullptr,
                                          packs ? &nook_pack_weights : nullptr,
                                          options.rows ? &nook_row_chains : nullptr,
                                          &nook_resource_variables,
                                          &nook_control_flow,
                                          0};
  std::vector<uint64_t> working(nook::row_bytes(*model) / 8 + 1);
  nook_memory_requirements need;
  nook_interpreter_fault fault;
  const nook::Code code =
      nook::interp::require(*model, resolver, asked, widths_of(target),
                            {reinterpret_cast<uint8_t*>(working.data()), working.size() * 8}, &need, &fault);
  if (code != nook::Code::kOk) return interpreter_fault(*model, file, fault);
  InterpreterNeeds needs{{need.inputs, need.inputs + need.input_count},
                         {need.outputs, need.outputs + need.output_count},
                         need.persistent,
                         need.scratch,
                         need.working,
                         need.constants,
                         need.state_bytes,
                         {}};
  if (options.weights == Weights::kPrepacked) {
    Result<std::vector<std::byte>> packed = pack_weights(*model, file, target);
    if (!packed) return packed.diag();
    needs.packed = *std::move(packed);
  }
  return needs;
}

}  // namespace nookc
