// Whether the sizes that GetMemRequirements() finds on the stack suffice, and whether a model runs in them.
#pragma once
#include "nook/interp/stepwise.h"
#include "nook/ops/contract/control_flow.h"
#include "nook/ops/table.h"
#include "tests/compat/adapter.h"

namespace compat_test {

// Compares the sizes that are found on the stack with the needs of a construction with the same planner.
inline void expect_enough(const Net& net, bool exact) {
  const auto model = nook::Model::open(net.file());
  const nook::Resolver resolver = nook::resolver(nook::all_ops());
  nook::InterpreterOptions options(nook::interp::by_first_use_planner);
  options.variables = &nook_resource_variables, options.control = &nook_control_flow;
  const bool flows = nook::has_control_flow(*model);
  std::vector<uint8_t> working(nook::control_bytes(*model));
  nook::MemoryRequirements need;
  nook::MemorySizes said;
  nook::InterpreterFault fault;
  EXPECT(nook::memory_requirements(*model, resolver, options, {working.data(), working.size()}, &need) ==
         nook::Code::kOk);
  const auto ask = flows ? nook::interp::stepwise_control_sizes : nook::interp::stepwise_sizes;
  const nook::Code code = ask(*model, resolver, options, &said, &fault);
  if (code != nook::Code::kOk || said.scratch < need.scratch.bytes)
    printf("%s: status %d, scratch %d of %d, persistent %d of %d\n", net.name.c_str(), fault.status,
           static_cast<int>(said.scratch), static_cast<int>(need.scratch.bytes),
           static_cast<int>(said.persistent), static_cast<int>(need.persistent.bytes));
  EXPECT(code == nook::Code::kOk);
  EXPECT(said.scratch >= need.scratch.bytes && said.persistent >= need.persistent.bytes);
  if (exact) EXPECT_EQ(said.scratch, need.scratch.bytes);
  EXPECT(said.persistent <= need.persistent.bytes + need.persistent.bytes / 2 + 8);  // and a table of scales
  EXPECT_EQ(said.working, working.size());
  size_t sums[2] = {};
  for (int side = 0; side < 2; ++side)
    for (size_t i = 0; i < net.alignments[side].size(); ++i) {
      const size_t mask = net.alignments[side][i] - 1;
      sums[side] = ((sums[side] + mask) & ~mask) + (side ? net.outputs : net.inputs)[i].size();
    }
  EXPECT(said.inputs == sums[0] && said.outputs == sums[1]);
}

// Checks that it runs in exactly the sizes of the query, with nothing written around them.
inline void expect_runs_in_four_buffers(const Net& net) {
  std::vector<Lent> lent = enough(net, Way::kFourBuffers);
  static Bytes memory;
  size_t all = 0;
  for (const Lent& l : lent) all += l.bytes + 64;
  memory.assign(all + 64, 0xA5);
  uint8_t* at = memory.data() + 64 - reinterpret_cast<uintptr_t>(memory.data()) % 64;
  for (Lent& l : lent) l.data = at, at += (l.bytes + 15) / 8 * 8;
  const Outcome got = attempt(net, Way::kFourBuffers, lent);
  if (!got.accepted || !got.right)
    printf("%s: status %d, role %d\n", net.name.c_str(), got.fault.status, got.fault.role);
  EXPECT(got.accepted && got.right);
  for (const Lent& l : lent)
    for (const uint8_t* p = l.data + l.bytes; p < l.data + (l.bytes + 15) / 8 * 8; ++p) EXPECT_EQ(*p, 0xA5);
}

}  // namespace compat_test
