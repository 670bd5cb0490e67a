// Operators whose packed rows keep state: each is compared with the reference over several calls.
#pragma once
#include "tests/weighted_case.h"

namespace test {

// Calls run(row, operands from 1 on) for each row of the form that packs, accepts these constants and may run
// here. `in`: all operands, null for operands that are not constant.
template <class Form, class Run>
void for_each_packed_row(const typename Form::Params& p, const void* const* in, Run run) {
  for (const auto& row : Form::kernels()) {
    const auto takes = row.packing->takes;
    if (!row.packing->bytes || !row.invoke || !row.accepts(&p, nook::KernelRows::kAll) ||
        (takes && !takes(&p, in)))
      continue;
    const int32_t size = row.packing->bytes(&p);
    EXPECT(size <= kMostPacked);
    memset(op_memory.packed, kGuardByte, sizeof op_memory.packed);
    nook::PackedBytes to(op_memory.packed);
    row.packing->pack(&p, in, to);
    EXPECT(only_guard(op_memory.packed + size, kGuard));
    ++fast_runs;
    run(row, op_memory.packed);
  }
}

// The reference and a row, each with its own operands and result.
template <class Form>
void run_both(const typename Form::Params& p, const void* const* of_reference, void* want,
              const nook::KernelEntry& row, const void* const* of_row, void* have) {
  void *want_y[] = {want}, *have_y[] = {have};
  const auto rows = Form::kernels();
  rows[rows.size() - 1].invoke(&p, {of_reference, want_y, nullptr});
  EXPECT(row.scratch(&p) <= kMostBytes);
  memset(op_memory.scratch, kGuardByte, sizeof op_memory.scratch);
  row.invoke(&p, {of_row, have_y, scratch_of(row, &p)});
  EXPECT(only_guard(op_memory.scratch + row.scratch(&p), kGuard));
}

}  // namespace test
