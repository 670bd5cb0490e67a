#include "nookc/fit/ways.h"

#include <array>

namespace nookc {
namespace {

constexpr const char* kInScratch = "--input-in-scratch --output-in-scratch";

}  // namespace

InferenceWork work_of(const Program& program, const Call& call) {
  if (call.macs > 0) return {call.macs, 0};
  return {0, program.graph[call.out_tensors[0]].shape.elements()};
}

Needs needs_of(const Program& program) {
  Needs needs;
  needs.scratch = program.scratch_bytes;
  for (const PoolUse& pool : program.scratch_pools) needs.kept += pool.kept_bytes;
  const Graph& graph = program.graph;
  const bool streams = !program.chains.empty() && program.chains[0].stream.tensor != TensorId::kNone;
  for (size_t i = 0; i < graph.inputs.size(); ++i)  // that of a stream is never whole
    if (!program.input_in_scratch[i] && !streams) needs.tensors += graph[graph.inputs[i]].bytes();
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    if (!program.output_in_scratch[i]) needs.tensors += graph[graph.outputs[i]].bytes();
  needs.constants = program.constant_bytes(), needs.work.macs = program.macs();
  int64_t of_int8 = 0;
  for (const Call& call : program.calls) {
    if (graph[call.out_tensors[0]].type == nook::DType::kS8) of_int8 += call.macs;
    needs.work.elements += work_of(program, call).elements;
  }
  needs.int8 = of_int8 * 2 > needs.work.macs;
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
