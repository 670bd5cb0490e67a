// Whatever the bytes are, the interpreter answers with a fault or an inference: the query, the construction
// and a run stay inside exactly the memory that was asked for, and one byte less is refused.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "nook/interp/interpreter.h"
#include "nook/ops/all.h"
#include "nook/ops/prepare.h"
#include "nook/ops/table.h"

namespace {

constexpr size_t kMostBytes = 1 << 22;
constexpr int64_t kMostSteps = 20'000'000;

constexpr nook::OpEntry kFastOps[] = {
#define NOOK_OP(Type, folder, number) nook::row_op_entry<nook::Type>(),
#include "nook/ops/ops.inc"
#undef NOOK_OP
};

// A block of its own, so that ASan sees every step outside.
struct Block {
  explicit Block(size_t size) : bytes(size), data(new (std::align_val_t{64}) uint8_t[size]) {
    memset(data.get(), 0x5A, size);
  }
  struct Free {
    void operator()(uint8_t* p) const { operator delete[](p, std::align_val_t{64}); }
  };
  nook::Span<uint8_t> span() const { return {data.get(), bytes}; }
  size_t bytes;
  std::unique_ptr<uint8_t, Free> data;
};

int64_t elements(const nook::Model& model, int32_t tensor) {
  if (tensor < 0) return 1;
  const auto info = nook::tensor_info(model, model.subgraph(0).tensor(static_cast<uint32_t>(tensor)));
  return info ? info->shape.elements() + 1 : 1;
}

// No operator takes more steps than its results times its largest operand.
bool is_short(const nook::Model& model) {
  int64_t steps = 0;
  const nook::SubgraphView graph = model.subgraph(0);
  for (uint32_t i = 0; i < graph.operator_count(); ++i) {
    int64_t out = 1, in = 1;
    for (uint32_t k = 0; k < graph.op(i).outputs().size(); ++k)
      out += elements(model, graph.op(i).outputs()[k]);
    for (uint32_t k = 0; k < graph.op(i).inputs().size(); ++k)
      in = std::max(in, elements(model, graph.op(i).inputs()[k]));
    if (out > kMostSteps / in) return false;
    steps += out * in;
  }
  return steps <= kMostSteps;
}

// Plans that are right by construction must be.
nook_status verified(void* request) {
  if (nook_verify_plan(request) != NOOK_OK) __builtin_trap();
  return NOOK_OK;
}

void run(const nook::Model& model, nook::InterpreterOptions options) {
  nook_planner planner = *options.planner;
  planner.verify = verified;
  options.planner = &planner;
  const nook::Resolver resolver = options.packer ? nook::resolver(kFastOps) : nook::resolver(nook::all_ops());
  const Block working(options.rows     ? nook::row_bytes(model)
                      : options.packer ? nook::packing_bytes(model)
                                       : nook::working_bytes(model));
  nook::MemoryRequirements need;
  if (nook::memory_requirements(model, resolver, options, working.span(), &need) != nook::Code::kOk) return;
  size_t all = need.persistent.bytes + need.scratch.bytes + need.constants.bytes;
  std::vector<Block> blocks;
  std::vector<nook_const_buffer> in;
  std::vector<nook_buffer> out;
  const auto total = [&](const nook_tensor_requirement* side, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) all += side[i].bytes;
  };
  total(need.inputs, need.input_count), total(need.outputs, need.output_count);
  if (all > kMostBytes) return;
  for (uint32_t i = 0; i < need.input_count; ++i) {
    blocks.emplace_back(need.inputs[i].bytes);
    in.push_back({blocks.back().data.get(), need.inputs[i].bytes});
  }
  for (uint32_t i = 0; i < need.output_count; ++i) {
    blocks.emplace_back(need.outputs[i].bytes);
    out.push_back({blocks.back().data.get(), need.outputs[i].bytes});
  }
  const nook_requirement persistent = need.persistent, scratch = need.scratch;
  const Block kept(persistent.bytes), lent(scratch.bytes), again(working.bytes), laid(need.constants.bytes);
  const auto construct = [&](size_t kept_bytes, size_t lent_bytes, size_t missing = 0) {
    return nook::Interpreter(model, resolver,
                             {{in.data(), in.size()},
                              {out.data(), out.size()},
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
  if (is_short(model)) net.invoke();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Block file(size);
  if (size) memcpy(file.data.get(), data, size);
  const nook::Result<nook::Model> model = nook::Model::open({file.data.get(), size});
  if (!model || nook::row_bytes(*model) > kMostBytes) return 0;
  nook::InterpreterOptions options;
  run(*model, options);
  options.inputs_in_scratch = options.outputs_in_scratch = ~0u;
  run(*model, options);
  run(*model, nook::InterpreterOptions(nook_offline_planner));
  nook::InterpreterOptions packing;
  packing.packer = &nook_pack_weights;
  run(*model, packing);
  packing.rows = &nook_row_chains;
  run(*model, packing);
  return 0;
}
