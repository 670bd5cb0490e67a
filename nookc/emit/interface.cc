#include "nookc/emit/interface.h"

#include <algorithm>
#include <filesystem>

#include "nookc/emit/identifier.h"
#include "nookc/emit/stack.h"

namespace nookc {
namespace {

std::string pool_identifier(const MemoryPool& pool) {
  std::string name = identifier(pool.name, "pool");
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

// Who touches the tensor first. Views are other names of the same bytes, or of some, so bytes are what is
// compared.
std::string first_user(const Program& program, TensorId t, bool input) {
  const Location& at = program.location[index(t)];
  const auto same = [&](const Location& l) {
    return l.kind == at.kind && l.index == at.index && l.offset >= at.offset &&
           l.offset < at.offset + program.graph[t].bytes() && at.kind != Location::Kind::kNone;
  };
  std::string label;
  for (const Call& call : program.calls) {
    if (!std::ranges::any_of(input ? call.in : call.out, same)) continue;
    label = operator_label(program, call);
    if (input) break;  // an output's bytes may have served others before: the last writer is the one
  }
  return label;
}

std::vector<InterfaceTensor> tensors(const Program& program, const std::string& prefix, bool input) {
  const Graph& graph = program.graph;
  const auto& ids = input ? graph.inputs : graph.outputs;
  const auto& names = input ? graph.input_names : graph.output_names;
  std::vector<InterfaceTensor> all;
  std::set<std::string> taken;
  for (size_t i = 0; i < ids.size(); ++i) {
    const Tensor& tensor = graph[ids[i]];
    InterfaceTensor t;
    t.id = ids[i];
    t.name = names[i];
    t.identifier = unique(identifier(names[i], input ? "input" : "output"), taken);
    t.macro = prefix + (input ? "INPUT_" : "OUTPUT_") + upper(t.identifier);
    t.c_type = c_type(tensor.type);
    t.count = tensor.shape.elements();
    t.bytes = tensor.bytes();
    t.in_scratch = input ? program.input_in_scratch[i] : program.output_in_scratch[i];
    t.alignment = std::max(1, nook::size_of(tensor.type));
    if (t.in_scratch) {
      const Location& at = program.location[index(ids[i])];
      const PoolUse& use = program.scratch_pools[static_cast<size_t>(at.index)];
      t.pool = pool_identifier(use.pool), t.alignment = use.alignment, t.offset = at.offset;
    }
    t.user = first_user(program, ids[i], input);
    all.push_back(std::move(t));
  }
  return all;
}

// Of the calls during which the topmost byte of a pool is in use, the one with the most bytes alive; of all
// pools when it is -1, at the end of the fullest.
int32_t peak_call(const Program& program, int32_t pool) {
  int32_t peak = -1;
  int64_t most = -1;
  for (int32_t step = 1; step <= static_cast<int32_t>(program.calls.size()); ++step) {
    int64_t alive = 0;
    bool top = false;
    for (const Planned& b : program.buffers) {
      if (step < b.buffer.first || step > b.buffer.last || (pool >= 0 && b.pool != pool)) continue;
      const int32_t height = program.scratch_pools[static_cast<size_t>(b.pool)].bytes;
      alive += b.buffer.size;
      top |= height > 0 && int64_t{b.offset} + b.buffer.size == height;
    }
    if (top && alive > most) most = alive, peak = step - 1;
  }
  return peak;
}

std::string peak_label(const Program& program, int32_t call) {
  return call < 0 ? "" : operator_label(program, program.calls[static_cast<size_t>(call)]);
}

std::vector<InterfacePool> pools(const Program& program, const std::string& prefix, bool constant) {
  std::vector<InterfacePool> all;
  const std::vector<PoolUse>& uses = constant ? program.constant_pools : program.scratch_pools;
  for (size_t i = 0; i < uses.size(); ++i) {
    const int32_t which = static_cast<int32_t>(i);
    InterfacePool p;
    p.pool = pool_identifier(uses[i].pool);
    p.member = constant ? "" : "scratch_" + p.pool;
    p.macro = prefix + (constant ? "CONSTANT_" : "SCRATCH_") + upper(p.pool);
    p.bytes = constant ? program.constant_bytes(which) : uses[i].bytes;
    p.alignment = uses[i].alignment;
    p.section = uses[i].pool.section;
    if (!constant) p.peak_call = peak_call(program, which);
    p.peak_operator = peak_label(program, p.peak_call);
    all.push_back(std::move(p));
  }
  return all;
}

}  // namespace

std::string c_type(nook::DType type) {
  switch (type) {
    case nook::DType::kF32:
      return "float";
    case nook::DType::kF64:
      return "double";
    case nook::DType::kS8:
      return "int8_t";
    case nook::DType::kS16:
      return "int16_t";
    case nook::DType::kS32:
      return "int32_t";
    case nook::DType::kS64:
      return "int64_t";
    case nook::DType::kU16:
    case nook::DType::kF16:
      return "uint16_t";
    case nook::DType::kU32:
      return "uint32_t";
    case nook::DType::kU64:
      return "uint64_t";
    default:
      return "uint8_t";
  }
}

std::string operator_short_name(const Program& program, const Call& call) {
  return call.out_tensors.empty() ? "" : identifier(program.graph[call.out_tensors[0]].name, "unnamed");
}

std::string operator_label(const Program& program, const Call& call) {
  const Node& node = program.graph.nodes[index(call.node)];
  const std::string number = node.source < 0 ? "-" : std::to_string(node.source);
  return number + " " + op_name(node) + " " + operator_short_name(program, call);
}

Interface interface_of(const Program& program, const EmitOptions& options) {
  Interface face;
  face.name = options.name;
  face.prefix = upper(options.name) + "_";
  face.scratch = pools(program, face.prefix, false);
  face.constant = pools(program, face.prefix, true);
  face.scratch_bytes = program.scratch_bytes;
  face.inputs = tensors(program, face.prefix, true);
  face.outputs = tensors(program, face.prefix, false);
  face.peak_call = peak_call(program, -1);
  face.peak_operator = peak_label(program, face.peak_call);
  face.stack_bytes = run_stack_bytes(program);
  face.model_file = std::filesystem::path(program.graph.file).filename().string();
  face.producer = program.graph.description;
  return face;
}

}  // namespace nookc
