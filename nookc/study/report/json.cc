#include <algorithm>
#include <map>

#include "nookc/back/interface/interface.h"
#include "nookc/core/dtype.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/study/report/cores.h"
#include "nookc/study/report/hop.h"
#include "nookc/study/report/report.h"
#include "nookc/study/report/stored.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

Json shape_json(const nook::Shape& shape) {
  Json dims = Json::array();
  for (int i = 0; i < shape.rank; ++i) dims.push_back(shape.dim[i]);
  return dims;
}

Json interface_json(const Program& program, const std::vector<InterfaceTensor>& tensors) {
  Json all = Json::array();
  for (const InterfaceTensor& t : tensors) {
    const Tensor& tensor = program.graph[t.id];
    Json j = {{"name", t.name},
              {"identifier", t.identifier},
              {"tensor", tensor.source},
              {"type", dtype_name(tensor.type)},
              {"c_type", t.c_type},
              {"rank", tensor.shape.rank},
              {"shape", shape_json(tensor.shape)},
              {"count", t.count},
              {"bytes", t.bytes},
              {"align", t.alignment}};
    if (tensor.scales.size() == 1) {
      j["scale"] = tensor.scales[0];
      j["zero_point"] = tensor.zero_point;
    }
    if (t.stated)
      j["in_model"] = {{"type", dtype_name(t.stated->type)},
                       {"shape", t.stated->shape},
                       {"layout", t.stated->channels_last ? "nhwc" : "model"}};
    j["in_scratch"] = t.in_scratch;
    if (t.in_scratch) j["scratch_pool"] = t.pool, j["scratch_offset"] = t.offset;
    all.push_back(std::move(j));
  }
  return all;
}

// The persistent memory; a model without state has an entry of 0 bytes.
Json persistent_json(const Interface& face) {
  if (face.persistent.empty())
    return Json::array({{{"pool", face.scratch[0].pool}, {"bytes", 0}, {"align", 1}}});
  Json all = Json::array();
  for (const InterfacePool& p : face.persistent)
    all.push_back({{"pool", p.pool}, {"bytes", p.bytes}, {"align", p.alignment}});
  return all;
}

Json pool_json(const Program& program, const InterfacePool& pool, const PoolUse& use) {
  Json j = {{"pool", pool.pool}, {"bytes", pool.bytes}, {"align", pool.alignment}};
  if (use.pool.size > 0) j["capacity"] = use.pool.size;
  if (use.pool.hint > 0) j["hint"] = use.pool.hint;
  if (!pool.section.empty()) j["section"] = pool.section;
  if (!program.units.empty()) j["readers"] = use.pool.readers;
  if (!program.units.empty() && !use.pool.constant) j["writers"] = use.pool.writers;
  if (use.pool.burst > 0) j["burst"] = use.pool.burst;
  if (pool.by_pointer) {
    j["by_pointer"] = true;
    j["member"] = pool.member, j["crc32"] = pool.crc32;
    if (pool.bytes > 0) j["file"] = pool.file, j["symbol"] = pool.symbol;
  }
  return j;
}

Json memory_json(const Program& program, const Interface& face) {
  Json scratch = Json::array(), constant = Json::array();
  for (size_t i = 0; i < face.scratch.size(); ++i) {
    scratch.push_back(pool_json(program, face.scratch[i], program.scratch_pools[i]));
    scratch.back()["lower_bound"] = program.scratch_pools[i].lower_bound;
    scratch.back()["optimal"] = program.scratch_optimal;
    if (face.scratch[i].peak_call >= 0)
      scratch.back()["peak"] = {{"call", face.scratch[i].peak_call},
                                {"operator", face.scratch[i].peak_operator}};
  }
  for (size_t i = 0; i < face.constant.size(); ++i)
    constant.push_back(pool_json(program, face.constant[i], program.constant_pools[i]));
  return {{"input_bytes", program.input_bytes()},
          {"output_bytes", program.output_bytes()},
          {"busiest_step_bytes", program.scratch_lower_bound},
          {"solver", program.solver},
          {"scratch", scratch},
          {"persistent", persistent_json(face)},
          {"constant", constant}};
}

Json names(const Program& program, const std::vector<TensorId>& tensors) {
  Json list = Json::array();
  for (TensorId t : tensors)
    list.push_back(t == TensorId::kNone ? Json(nullptr) : Json(program.graph[t].name));
  return list;
}

// Operators that run row by row: their calls, the live rows of each output, and its aliases.
Json chains_json(const Program& program) {
  Json all = Json::array();
  for (const RowChain& chain : program.chains) {
    Json stages = Json::array();
    for (const RowStage& s : chain.stages)
      stages.push_back({{"index", s.call},
                        {"rows", s.height},
                        {"held", s.sum_bytes > 0 ? 0 : s.held},
                        {"row_bytes", s.row_bytes},
                        {"in_place_of", s.into < 0 ? -1 : chain.stages[static_cast<size_t>(s.into)].call},
                        {"at_once", s.at_once},
                        {"sum_bytes", s.sum_bytes}});
    Json j = {
        {"first", chain.stages.front().call}, {"last", chain.stages.back().call}, {"operators", stages}};
    if (chain.stream.tensor != TensorId::kNone)
      j["stream"] = {
          {"rows", chain.stream.height}, {"held", chain.stream.held}, {"row_bytes", chain.stream.row_bytes}};
    all.push_back(std::move(j));
  }
  return all;
}

// The channels of an output that has fewer than in the model.
Json channels_json(const Tensor& output) {
  if (output.narrowed.of == 0) return nullptr;
  return {{"kept", output.narrowed.channels.size()}, {"of", output.narrowed.of}};
}

Json work_json(const Work& work) {
  return {{"macs", work.macs},
          {"weight_bytes", work.weight_bytes},
          {"constant_bytes", work.constant_bytes},
          {"peak_bytes", work.peak_bytes}};
}

Json views_json(const Program& program, const Call& call) {
  std::vector<TensorId> all = call.views_before;
  all.insert(all.end(), call.views.begin(), call.views.end());
  return names(program, all);
}

Json operators_json(const Program& program) {
  Json all = Json::array();
  for (size_t i = 0; i < program.calls.size(); ++i) {
    const Call& call = program.calls[i];
    const Node& node = program.graph.nodes[index(call.node)];
    all.push_back({{"index", i},
                   {"node", node.source},
                   {"kind", op_name(node)},
                   {"name", operator_short_name(program, call)},
                   {"kernel", call.op.symbol},
                   {"macs", call.macs},
                   {"estimated", estimated_json(call)},
                   {"scratch", call.op.scratch},
                   {"inputs", names(program, call.in_tensors)},
                   {"outputs", names(program, call.out_tensors)},
                   {"views", views_json(program, call)},
                   {"channels", channels_json(program.graph[call.out_tensors[0]])},
                   {"folded", node.folded}});
    if (program.cores > 1) all.back()["core"] = call.core;
    if (!program.units.empty()) all.back()["unit"] = node.unit.empty() ? "cpu" : node.unit;
  }
  return all;
}

// Units other than the cpu: the operators that each call of their devices executes, its inputs and outputs.
Json units_json(const Program& program) {
  Json all = Json::array();
  const std::vector<UnitCall> calls = unit_calls(program);
  for (const std::string& name : program.units) {
    Json list = Json::array();
    for (const UnitCall& call : calls)
      if (call.unit == name)
        list.push_back({{"first", call.first},
                        {"last", call.last},
                        {"inputs", names(program, call.in)},
                        {"outputs", names(program, call.out)}});
    all.push_back({{"name", name}, {"calls", list}});
  }
  return all;
}

const char* buffer_kind_name(nook::BufferKind kind) {
  static constexpr const char* kNames[] = {"input",          "output",     "activation",
                                           "kernel scratch", "persistent", "constant"};
  return kNames[static_cast<size_t>(kind)];
}

// Per buffer of a tensor: the smaller tensors that share its bytes.
std::map<TensorId, Json> parts_json(const Graph& graph, const Storage& storage) {
  std::map<TensorId, Json> all;
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    const TensorId t{static_cast<uint32_t>(i)};
    if (storage.part(graph, t))
      all[storage.root[i]].push_back({{"name", graph[t].name},
                                      {"tensor", graph[t].source},
                                      {"offset", storage.offset[i]},
                                      {"size", graph[t].bytes()}});
  }
  return all;
}

// The calls of a chain during which rows of an image exist: from the producer, or the chain's first call, to
// the last reader.
Json ring_json(const Program& program, const Planned& image) {
  for (const RowChain& chain : program.chains) {
    const int32_t begin = chain.stages.front().call;
    if (image.buffer.first > begin + 1 || image.buffer.last < begin + 1) continue;
    int32_t first = begin, last = begin;
    for (const RowStage& stage : chain.stages) {
      if (stage.out == image.tensor) first = last = stage.call;
      for (const RowRead& read : stage.reads)
        if (read.tensor == image.tensor) last = std::max(last, stage.call);
    }
    return {{"rows", image.rows}, {"first", first}, {"last", last}};
  }
  return nullptr;
}

// Steps: 0 is the entry, call i is i + 1, a chain has the step of its first call, then the exit.
Json buffers_json(const Program& program, const Interface& face) {
  Json all = Json::array();
  const std::map<TensorId, Json> parts = parts_json(program.graph, share_storage(program.graph));
  const auto parts_of = [&](TensorId t) {
    const auto found = parts.find(t);
    return found == parts.end() ? Json::array() : found->second;
  };
  for (const Planned& b : program.buffers) {
    all.push_back({{"name", b.name},
                   {"kind", buffer_kind_name(b.buffer.kind)},
                   {"tensor", b.tensor == TensorId::kNone ? -1 : program.graph[b.tensor].source},
                   {"pool", face.scratch[static_cast<size_t>(b.pool)].pool},
                   {"offset", b.offset},
                   {"size", b.buffer.size},
                   {"align", b.buffer.alignment},
                   {"first", b.buffer.first},
                   {"last", b.buffer.last},
                   {"parts", parts_of(b.tensor)}});
    if (b.rows > 0) all.back()["ring"] = ring_json(program, b);
  }
  return all;
}

// The contents of persistent memory, which stay from one run to the next.
Json state_json(const Program& program, const Interface& face) {
  Json all = Json::array();
  for (const Kept& kept : program.kept)
    all.push_back({{"name", kept.name},
                   {"tensor", kept.tensor == TensorId::kNone ? -1 : program.graph[kept.tensor].source},
                   {"pool", face.scratch[static_cast<size_t>(kept.pool)].pool},
                   {"offset", kept.offset},
                   {"size", kept.bytes}});
  return all;
}

Json constants_json(const Program& program) {
  Json all = Json::array();
  for (const Constant& constant : program.constants) {
    const MemoryPool& pool = program.constant_pools[static_cast<size_t>(constant.pool)].pool;
    all.push_back({{"name", constant.name},
                   {"tensor", program.graph[constant.tensor].source},
                   {"type", dtype_name(constant.type)},
                   {"shape", shape_json(constant.shape)},
                   {"bytes", constant.bytes->size()},
                   {"packed", constant.packed},
                   {"pool", pool.name}});
    if (pool.by_pointer) all.back()["offset"] = constant.offset;
  }
  return all;
}

}  // namespace

nlohmann::ordered_json estimated_json(const Call& call) {
  if (!call.estimate) return nullptr;
  return {{"cycles", call.estimate->core}, {"cycles_flash", call.estimate->flash}};
}

Json hints_json(const std::vector<Hint>& hints) {
  Json all = Json::array();
  for (const Hint& hint : hints)
    all.push_back({{"option", hint.option},
                   {"ram_bytes", hint.ram_bytes < 0 ? Json(nullptr) : Json(hint.ram_bytes)},
                   {"text", hint.text}});
  return all;
}

nlohmann::ordered_json report_json(const Program& program, const EmitOptions& options) {
  const Interface face = interface_of(program, options);
  const Provenance& from = options.provenance;
  Json passes = Json::array();
  for (const PassReport& pass : program.passes)
    passes.push_back({{"name", pass.name},
                      {"changes", pass.changes},
                      {"before", work_json(pass.before)},
                      {"after", work_json(pass.after)}});
  Json model = {{"file", face.model_file},
                {"bytes", program.model_bytes},
                {"sha256", program.model_sha256},
                {"producer", face.producer}};
  Json tool = {
      {"name", "nook"}, {"version", from.version}, {"commit", from.commit}, {"command", from.command_line}};
  Json report = {{"format", 1},
                 {"name", face.name},
                 {"target", program.target->name},
                 {"tool", tool},
                 {"model", model},
                 {"macs", program.macs()},
                 {"stack_bytes", face.stack_bytes ? Json(*face.stack_bytes) : Json(nullptr)},
                 {"inputs", interface_json(program, face.inputs)},
                 {"outputs", interface_json(program, face.outputs)},
                 {"memory", memory_json(program, face)},
                 {"operators", operators_json(program)},
                 {"chains", chains_json(program)},
                 {"buffers", buffers_json(program, face)},
                 {"state", state_json(program, face)},
                 {"constants", constants_json(program)},
                 {"passes", passes}};
  report["notes"] = options.stated.notes;
  report["hints"] = hints_json(options.hints);
  if (program.hop.frames > 0) report["hop"] = hop_json(program);
  if (!program.stored.empty()) report["stored"] = stored_json(program);
  if (program.cores > 1) report["cores"] = cores_json(program);
  if (!program.units.empty()) report["units"] = units_json(program);
  return report;
}

Files report_files(const Program& program, const EmitOptions& options) {
  // Names come from the model and need not be UTF-8.
  const std::string json = report_json(program, options).dump(2, ' ', false, Json::error_handler_t::replace);
  return {{options.name + ".json", json + "\n"},
          {options.name + ".report.txt", report_text(program, options)}};
}

}  // namespace nookc
