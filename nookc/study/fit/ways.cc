#include "nookc/study/fit/ways.h"

#include <algorithm>
#include <array>

#include "nookc/back/interface/stack.h"
#include "nookc/middle/search/footprint.h"

namespace nookc {
namespace {

constexpr const char* kInScratch = "--input-in-scratch --output-in-scratch";

// If the stack of kernels was not measured, this core's figures are used.
constexpr std::string_view kLikeXtensa = "rv32";

// The largest figure of all cores with these kernels.
int64_t stack_of(const Program& program) {
  int32_t most = 0;
  for (const Target& target : targets())
    if (target.isa == program.target->isa && target.this_machine() == program.target->this_machine())
      most = std::max(most, run_stack_bytes(program, target.name).value_or(0));
  return most > 0 ? most : run_stack_bytes(program, kLikeXtensa).value_or(0);
}

}  // namespace

Needs needs_of(const Program& program) {
  Needs needs;
  needs.scratch = program.scratch_bytes;
  for (const PoolUse& pool : program.scratch_pools) needs.kept += pool.kept_bytes;
  const Graph& graph = program.graph;
  const bool streams = !program.chains.empty() && program.chains[0].stream.tensor != TensorId::kNone;
  for (size_t i = 0; i < graph.inputs.size(); ++i)  // a streamed input is never stored as a whole
    if (!program.input_in_scratch[i] && !streams) needs.tensors += graph[graph.inputs[i]].bytes();
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    if (!program.output_in_scratch[i]) needs.tensors += graph[graph.outputs[i]].bytes();
  needs.constants = program.constant_bytes(), needs.macs = program.macs();
  for (const Call& call : program.calls) {
    needs.calls.push_back(work_of(program, call));
    needs.kernels.merge(linked_parts(call.op.symbol));
  }
  needs.generated = generated_bytes(program);
  needs.stack = stack_of(program);
  return needs;
}

std::span<const Way> ways() {
  static const std::array<Way, 6> all = {{
      {"", "balanced", false, false},
      {kInScratch, "balanced", true, false},
      {std::string("-O ram ") + kInScratch, "ram", true, false},
      {"--stream-input --output-in-scratch", "balanced", true, true},
      {"-O size", "size", false, false},
      {std::string("-O size ") + kInScratch, "size", true, false},
  }};
  return all;
}

Request in_way(const Request& given, const Way& way) {
  Request request = given;
  request.level = way.level, request.stream_input = way.stream;
  if (way.in_scratch) request.outputs_in_scratch = "*";
  if (way.in_scratch && !way.stream) request.inputs_in_scratch = "*";
  return request;
}

Result<std::optional<Needs>> compiled_needs(const ModelBytes& model, const Request& request, const Way& way) {
  const Result<CompiledModel> compiled = compile_model(model, in_way(request, way), {});
  if (compiled) return std::optional<Needs>(needs_of(compiled->program));
  const bool no_way = compiled.diag().exit == Exit::kDoesNotFit || way.stream;
  if (no_way) return std::optional<Needs>();
  return compiled.diag();
}

}  // namespace nookc
