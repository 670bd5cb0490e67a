#include "nookc/back/interface/interface.h"

#include <algorithm>
#include <filesystem>

#include "nookc/back/interface/image.h"
#include "nookc/back/interface/stack.h"
#include "nookc/core/dtype.h"
#include "nookc/core/identifier.h"
#include "nookc/middle/lower/in_use.h"
#include "nookc/middle/lower/unit_calls.h"

namespace nookc {
namespace {

// The alignment of the application's inputs and outputs: a multiple of the element, and at least 4 for int16
// on every target, because kernels read two elements at once.
int32_t alignment_of(nook::DType type) {
  return type == nook::DType::kS16 ? 4 : std::max(1, nook::size_of(type));
}

// The pools' names in C. Names that differ only in case or punctuation get a number; no name may equal the
// name of another pool's size, "sram_bytes".
std::vector<std::string> pool_identifiers(const std::vector<PoolUse>& uses) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const PoolUse& use : uses) {
    std::string name = unique(identifier(use.pool.name, "pool"), taken);
    while (!taken.insert(name + "_bytes").second) name = unique(name, taken);
    names.push_back(name);
  }
  return names;
}

// Finds the operator that first uses the tensor. Views share some or all bytes of a tensor, so bytes are
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
    if (input) break;  // an output's bytes may have held other tensors before, so the last writer counts
  }
  return label;
}

std::vector<InterfaceTensor> tensors(const Program& program, const EmitOptions& options,
                                     const std::string& prefix, bool input) {
  const Graph& graph = program.graph;
  const auto& ids = input ? graph.inputs : graph.outputs;
  const auto& names = input ? graph.input_names : graph.output_names;
  const std::vector<std::string> pool_names = pool_identifiers(program.scratch_pools);
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
    t.alignment = alignment_of(tensor.type);
    if (t.in_scratch) {
      const Location& at = program.location[index(ids[i])];
      const PoolUse& use = program.scratch_pools[static_cast<size_t>(at.index)];
      t.pool = pool_names[static_cast<size_t>(at.index)], t.alignment = use.alignment, t.offset = at.offset;
    }
    t.user = first_user(program, ids[i], input);
    const std::vector<Stated::Side>& stated = input ? options.stated.inputs : options.stated.outputs;
    if (i < stated.size() && (stated[i].type != tensor.type || stated[i].channels_last)) t.stated = stated[i];
    all.push_back(std::move(t));
  }
  return all;
}

// The call at a step, or -1.
int32_t call_at(const Program& program, const Peak& peak) {
  return peak.step > static_cast<int32_t>(program.calls.size()) ? -1 : std::max(-1, peak.step - 1);
}

std::string peak_label(const Program& program, int32_t call) {
  return call < 0 ? "" : operator_label(program, program.calls[static_cast<size_t>(call)]);
}

std::vector<InterfacePool> pools(const Program& program, const std::string& name, const std::string& prefix,
                                 bool constant) {
  std::vector<InterfacePool> all;
  const std::vector<PoolUse>& uses = constant ? program.constant_pools : program.scratch_pools;
  const std::vector<std::string> names = pool_identifiers(uses);
  for (size_t i = 0; i < uses.size(); ++i) {
    const int32_t which = static_cast<int32_t>(i);
    InterfacePool p;
    p.pool = names[i];
    p.member = constant ? "" : "scratch_" + p.pool;
    p.macro = prefix + (constant ? "CONSTANT_" : "SCRATCH_") + upper(p.pool);
    p.bytes = constant ? program.constant_bytes(which) : uses[i].bytes;
    p.alignment = uses[i].alignment;
    p.section = uses[i].pool.section;
    if (!constant) p.peak_call = call_at(program, peak_of(program, i));
    if (uses[i].pool.by_pointer) {
      p.by_pointer = true;
      p.member = "constant_" + p.pool;
      p.crc32 = crc32_of(image_of(program, i));
      p.file = name + "_" + p.pool + ".bin";
      p.symbol = name + "_constant_" + p.pool + "_data";
    }
    p.peak_operator = peak_label(program, p.peak_call);
    all.push_back(std::move(p));
  }
  return all;
}

// The scratch pools that hold state, with their indices.
std::vector<InterfacePool> persistent(const Program& program, const std::string& prefix) {
  std::vector<InterfacePool> all;
  const std::vector<std::string> names = pool_identifiers(program.scratch_pools);
  for (size_t i = 0; i < program.scratch_pools.size(); ++i) {
    const PoolUse& use = program.scratch_pools[i];
    if (use.kept_bytes == 0) continue;
    InterfacePool p;
    p.pool = names[i], p.member = "persistent_" + p.pool, p.macro = prefix + "PERSISTENT_" + upper(p.pool);
    p.bytes = use.kept_bytes, p.alignment = use.alignment, p.section = use.pool.section, p.kept = true;
    const auto first =
        std::ranges::find_if(program.kept, [&](const Kept& k) { return k.pool == static_cast<int32_t>(i); });
    p.peak_call = first->call, p.peak_operator = peak_label(program, p.peak_call);
    all.push_back(std::move(p));
  }
  return all;
}

std::vector<InterfaceUnit> units(const Program& program) {
  std::vector<InterfaceUnit> all;
  for (const std::string& name : program.units) {
    const auto first =
        std::ranges::find_if(program.calls, [&](const Call& call) { return unit_of(program, call) == name; });
    all.push_back({name, operator_label(program, *first)});
  }
  return all;
}

}  // namespace

std::string stated_text(const Program& program, const InterfaceTensor& tensor, bool input) {
  if (!tensor.stated) return {};
  const Stated::Side& side = *tensor.stated;
  std::string text = dtype_name(side.type), done;
  for (size_t i = 0; i < side.shape.size(); ++i) text += (i ? "x" : " ") + std::to_string(side.shape[i]);
  if (side.type != program.graph[tensor.id].type) done = input ? "quantize it" : "dequantize it";
  if (side.channels_last) done += std::string(done.empty() ? "" : ", ") + "its channels are last here";
  return text + " in the model: " + done;
}

std::string c_type(nook::DType type) {
  switch (type) {
    case nook::DType::kF32:
      return "float";
    case nook::DType::kF64:
      return "double";
    case nook::DType::kS8:
    case nook::DType::kS4:  // two elements per byte
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

std::vector<const InterfacePool*> lent_pools(const Interface& face) {
  std::vector<const InterfacePool*> all;
  for (const auto* side : {&face.scratch, &face.persistent, &face.constant})
    for (const InterfacePool& p : *side)
      if (p.bytes > 0 && !p.member.empty()) all.push_back(&p);
  return all;
}

bool may_wait(const Program& program) {
  return std::ranges::any_of(program.calls, [](const Call& call) { return form_of(call).may_wait; });
}

std::vector<const InterfacePool*> pointer_pools(const Interface& face) {
  std::vector<const InterfacePool*> all;
  for (const InterfacePool& p : face.constant)
    if (p.by_pointer) all.push_back(&p);
  return all;
}

Interface interface_of(const Program& program, const EmitOptions& options) {
  Interface face;
  face.name = options.name;
  face.prefix = upper(options.name) + "_";
  face.scratch = pools(program, face.name, face.prefix, false);
  face.persistent = persistent(program, face.prefix);
  face.constant = pools(program, face.name, face.prefix, true);
  face.scratch_bytes = program.scratch_bytes;
  face.inputs = tensors(program, options, face.prefix, true);
  face.outputs = tensors(program, options, face.prefix, false);
  face.units = units(program);
  face.peak_call = call_at(program, peak_of(program));
  face.peak_operator = peak_label(program, face.peak_call);
  face.stack_bytes = run_stack_bytes(program);
  face.no_stack = why_no_stack(program);
  face.model_file = std::filesystem::path(program.graph.file).filename().string();
  face.producer = program.graph.description;
  return face;
}

}  // namespace nookc
