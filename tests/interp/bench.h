// A test model and all memory that an interpreter is lent for it.
#pragma once
#include <string.h>

#include "nook/interp/interpreter.h"
#include "nook/ops/table.h"
#include "tests/interp/case_ops.h"
#include "tests/test.h"

namespace interp_test {

using nook::Code;
using nook::Interpreter;
using nook::InterpreterFault;
using nook::InterpreterOptions;
using nook::MemoryRequirements;
using nook::Model;
using nook::Resolver;
using nook::Span;

struct Case {
  const char* name;
  Span<const uint8_t> model;
  const uint8_t *in, *out;  // for all runs, the tensors contiguous
  int runs;
};
Span<const Case> cases();
Span<const Case> row_cases();  // with row chains in their metadata
const Case& case_of(const char* name);
Span<const uint8_t> accumulator();  // a model with state
Span<const uint8_t> planned();      // a model with an offline plan: x, a at 32, b at 0, y

constexpr size_t kGuard = 32, kRoom = 65536;
// Memory to lend, at multiples of 16.
extern uint8_t working[kRoom];
extern uint8_t persistent[kRoom];
extern uint8_t scratch[kRoom];
extern uint8_t interface[kRoom];
extern uint8_t constants[kRoom];

inline Resolver all_ops() { return nook::resolver(nook::all_ops()); }

// A buffer between guards.
struct Guarded {
  uint8_t* data;
  size_t bytes;

  Guarded(uint8_t* memory, size_t size) : data(memory + kGuard), bytes(size) {
    memset(memory, 0xA5, size + 2 * kGuard);
  }
  bool whole() const {
    for (size_t i = 0; i < kGuard; ++i)
      if (data[-1 - static_cast<ptrdiff_t>(i)] != 0xA5 || data[bytes + i] != 0xA5) return false;
    return true;
  }
  Span<uint8_t> span() const { return {data, bytes}; }
};

// Everything that a model needs according to the query, with a small margin around it.
struct Bench {
  const Model model;
  nook_planner planner;  // verifies plans even if they are right by construction
  InterpreterOptions options;
  Resolver resolver;
  MemoryRequirements need{};
  nook_const_buffer in[64];
  nook_buffer out[64];
  nook_tensor_requirement interface_need[128];
  size_t working_need = 0;

  explicit Bench(Span<const uint8_t> file, InterpreterOptions o = {}, const Resolver& ops = case_ops())
      : model(*Model::open(file)), planner(*o.planner), options(o), resolver(ops) {
    planner.verify = nook_verify_plan;
    options.planner = &planner;
    working_need = o.packer ? nook::packing_bytes(model) : nook::working_bytes(model);
    if (o.rows) working_need = nook::row_bytes(model);
    EXPECT(working_need <= sizeof working);
    EXPECT(nook::memory_requirements(model, resolver, options, {working, working_need}, &need) == Code::kOk);
    EXPECT(need.persistent.bytes + 2 * kGuard <= sizeof persistent);
    EXPECT(need.scratch.bytes + 8 * kGuard <= sizeof scratch);
    EXPECT(need.constants.bytes + 2 * kGuard <= sizeof constants);
    for (uint32_t i = 0; i < need.input_count; ++i) interface_need[i] = need.inputs[i];
    for (uint32_t i = 0; i < need.output_count; ++i) interface_need[64 + i] = need.outputs[i];
    // The ones in `working` will be overwritten.
    need.inputs = interface_need, need.outputs = interface_need + 64;
    uint8_t* at = interface;
    for (uint32_t i = 0; i < need.input_count; ++i)
      in[i] = {take(at, need.inputs[i].bytes), need.inputs[i].bytes};
    for (uint32_t i = 0; i < need.output_count; ++i)
      out[i] = {take(at, need.outputs[i].bytes), need.outputs[i].bytes};
    EXPECT(at <= interface + sizeof interface);
  }
  static uint8_t* take(uint8_t*& at, size_t bytes) {
    uint8_t* const data = at + kGuard;
    memset(at, 0xA5, bytes + 2 * kGuard);
    at = data + (bytes + kGuard + 15) / 16 * 16;
    return data;
  }
  nook::InterpreterMemory memory(Span<uint8_t> kept, Span<uint8_t> lent) const {
    return {{in, need.input_count},
            {out, need.output_count},
            kept,
            lent,
            {working, working_need},
            {constants + kGuard, need.constants.bytes}};
  }
};

inline bool interface_is_whole(const Bench& b) {
  for (uint32_t i = 0; i < b.need.output_count; ++i) {
    const uint8_t* const end = static_cast<const uint8_t*>(b.out[i].data) + b.out[i].bytes;
    for (size_t k = 0; k < kGuard / 2; ++k)
      if (end[k] != 0xA5) return false;
  }
  return true;
}

// Every smaller size of every role is refused with role, need and have; the need itself is enough.
void sweep_all(const Bench& b);

// Runs a case twice, each time with the scratch at another address and full of garbage.
void run_case(const Case& c, const InterpreterOptions& options, const Resolver& ops = case_ops());

}  // namespace interp_test
