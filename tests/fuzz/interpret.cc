#include "tests/fuzz/interpret.h"

#include <algorithm>

#include "nook/ops/contract/control_flow.h"
#include "nook/ops/contract/entries.h"
#include "nook/ops/table.h"

namespace fuzz {
namespace {

constexpr int64_t kMostSteps = 20'000'000;
constexpr uint32_t kMostTurns = 8;  // iterations of loops and branches

int64_t elements(const nook::Model& model, const nook::SubgraphView& graph, int32_t tensor) {
  if (tensor < 0) return 1;
  const auto info = nook::tensor_info(model, graph.tensor(static_cast<uint32_t>(tensor)));
  return info ? info->shape.elements() + 1 : 1;
}

// Verifies even plans that are right by construction.
nook_status verified(void* request) {
  if (nook_verify_plan(request) != NOOK_OK) __builtin_trap();
  return NOOK_OK;
}

// A block for each buffer of the interface; none for 0 bytes, which may be null.
template <class Buffer>
struct Side {
  Side(const nook_tensor_requirement* needs, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
      blocks.emplace_back(needs[i].bytes);
      buffers.push_back({needs[i].bytes > 0 ? blocks.back().data.get() : nullptr, needs[i].bytes});
    }
  }
  nook::Span<const Buffer> span() const { return {buffers.data(), buffers.size()}; }
  std::vector<Block> blocks;
  std::vector<Buffer> buffers;
};

size_t total(const nook_tensor_requirement* side, uint32_t count) {
  size_t bytes = 0;
  for (uint32_t i = 0; i < count; ++i) bytes += side[i].bytes;
  return bytes;
}

// Writes values that are unusual for counters, indices and floats.
void spoil(nook::Span<uint8_t> state, uint32_t& draw) {
  constexpr uint32_t kWords[] = {0,          1,          2,          UINT32_MAX, INT32_MAX,
                                 0x80000000, 0x7F800000, 0x7FC00000, 0xFF7FFFFF, 100000};
  for (size_t at = 0; at < state.size(); at += sizeof(uint32_t)) {
    draw = draw * 1664525u + 1013904223u;
    const uint32_t word = draw >> 28 < std::size(kWords) ? kWords[draw >> 28] : draw;
    memcpy(state.data() + at, &word, std::min(sizeof word, state.size() - at));
  }
}

// Checks that the need of a single arena is exact, too.
void try_arena(const nook::Model& model, const nook::Resolver& resolver,
               const nook::InterpreterOptions& options) {
  size_t used = 0;
  const auto first = nook::Interpreter::in_arena(model, resolver, {}, &used, options);
  const nook::InterpreterFault& fault = first.fault();
  // The need of a query on the stack, which large models do not get.
  if (fault.role != NOOK_ROLE_ARENA || fault.need > kMostBytes) return;
  const Block arena(fault.need), less(fault.need - 1);
  nook::Interpreter net = nook::Interpreter::in_arena(model, resolver, arena.span(), &used, options);
  if (!net.ok() && net.fault().need <= fault.need) __builtin_trap();
  if (nook::Interpreter::in_arena(model, resolver, less.span(), &used, options).ok()) __builtin_trap();
}

}  // namespace

nook::Resolver fast_ops() { return nook::resolver(nook::kEntries<nook::Kernels::kRows>); }

// No operator takes more steps than its results times its largest operand.
bool is_short(const nook::Model& model) {
  int64_t steps = 0;
  for (uint32_t s = 0; s < model.subgraph_count(); ++s) {
    const nook::SubgraphView graph = model.subgraph(s);
    for (uint32_t i = 0; i < graph.operator_count(); ++i) {
      int64_t out = 1, in = 1;
      for (uint32_t k = 0; k < graph.op(i).outputs().size(); ++k)
        out += elements(model, graph, graph.op(i).outputs()[k]);
      for (uint32_t k = 0; k < graph.op(i).inputs().size(); ++k)
        in = std::max(in, elements(model, graph, graph.op(i).inputs()[k]));
      if (out > kMostSteps / in) return false;
      steps += out * in;
    }
    if (steps > kMostSteps) return false;
  }
  return true;
}

void interpret(const nook::Model& model, nook::InterpreterOptions options) {
  nook_planner planner = *options.planner;
  planner.verify = verified;
  options.planner = &planner;
  options.control = &nook_control_flow, options.subgraph_limit = kMostTurns;
  const bool flows = nook::has_control_flow(model);
  const nook::Resolver resolver = options.packer ? fast_ops() : nook::resolver(nook::all_ops());
  const size_t room = options.rows     ? nook::row_bytes(model)
                      : options.packer ? nook::packing_bytes(model)
                      : flows          ? nook::control_bytes(model)
                                       : nook::working_bytes(model);
  if (flows && room > kMostBytes) return;
  const Block working(room);
  nook::MemoryRequirements need;
  if (nook::memory_requirements(model, resolver, options, working.span(), &need) != nook::Code::kOk) return;
  const size_t all = need.persistent.bytes + need.scratch.bytes + need.constants.bytes +
                     total(need.inputs, need.input_count) + total(need.outputs, need.output_count);
  if (all > kMostBytes) return;
  const Side<nook_const_buffer> in(need.inputs, need.input_count);
  const Side<nook_buffer> out(need.outputs, need.output_count);
  const nook_requirement persistent = need.persistent, scratch = need.scratch;
  const Block kept(persistent.bytes), lent(scratch.bytes), again(need.working.bytes),
      laid(need.constants.bytes);
  nook::MemoryRequirements exact;
  if (nook::memory_requirements(model, resolver, options, again.span(), &exact) != nook::Code::kOk)
    __builtin_trap();
  const auto construct = [&](size_t kept_bytes, size_t lent_bytes, size_t missing = 0) {
    return nook::Interpreter(model, resolver,
                             {in.span(),
                              out.span(),
                              {kept.data.get(), kept_bytes},
                              {lent.data.get(), lent_bytes},
                              again.span(),
                              {laid.data.get(), laid.bytes - missing}},
                             options);
  };
  if (laid.bytes > 0 && construct(persistent.bytes, scratch.bytes, 1).ok()) __builtin_trap();
  if (persistent.bytes > 0 && construct(persistent.bytes - 1, scratch.bytes).ok()) __builtin_trap();
  if (scratch.bytes > 0 && construct(persistent.bytes, scratch.bytes - 1).ok()) __builtin_trap();
  nook::Interpreter net = construct(persistent.bytes, scratch.bytes);
  if (!net.ok()) __builtin_trap();  // the query was wrong
  try_arena(model, resolver, options);
  if (!is_short(model)) return;
  net.invoke();
  uint32_t draw = static_cast<uint32_t>(model.file().size()) + model.file()[model.file().size() / 2];
  for (int run = 0; run < 3 && net.state().size() > 0; ++run) {  // as an application may restore it
    spoil(net.state(), draw);
    net.invoke();
  }
  net.reset();
  if (net.state().size() > 0) net.invoke();
}

std::vector<std::vector<char>> outputs_of(const nook::Model& model, char fill) {
  if (nook::working_bytes(model) > kMostBytes || !is_short(model)) return {};
  const Block working(nook::working_bytes(model));
  const nook::Resolver resolver = nook::resolver(nook::all_ops());
  nook::MemoryRequirements need;
  if (nook::memory_requirements(model, resolver, {}, working.span(), &need) != nook::Code::kOk) return {};
  const size_t all = need.persistent.bytes + need.scratch.bytes + total(need.inputs, need.input_count) +
                     total(need.outputs, need.output_count);
  if (all > kMostBytes) return {};
  const Side<nook_const_buffer> in(need.inputs, need.input_count);
  const Side<nook_buffer> out(need.outputs, need.output_count);
  for (const Block& block : in.blocks) memset(block.data.get(), fill, block.bytes);
  const Block kept(need.persistent.bytes), lent(need.scratch.bytes), again(working.bytes);
  nook::Interpreter net(model, resolver, {in.span(), out.span(), kept.span(), lent.span(), again.span()});
  if (!net.ok()) __builtin_trap();  // the query was wrong
  net.invoke();
  std::vector<std::vector<char>> results;
  for (const Block& block : out.blocks)
    results.emplace_back(block.data.get(), block.data.get() + block.bytes);
  return results;
}

}  // namespace fuzz
