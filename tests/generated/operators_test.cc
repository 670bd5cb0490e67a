// Random graphs test compiled code, interpreter, managed classes and fuzzers, so each operator must occur in
// some.
#include <algorithm>
#include <cstdio>

#include "nook/ops/contract/op_row.h"
#include "tests/generated/samples.h"
#include "tests/test.h"

namespace {

// Operators whose subgraphs and names are written by the tests in tests/control.
constexpr nook::OpCode kInControl[] = {nook::OpCode::kAssignVariable, nook::OpCode::kCallOnce,
                                       nook::OpCode::kReadVariable, nook::OpCode::kVarHandle};

}  // namespace

TEST(every_operator_is_in_random_graphs) {
  const auto samples = generated::samples();
  for (const nook::OpRowOf row : nook::op_rows()) {
    const bool elsewhere = std::ranges::find(kInControl, row().code) != std::end(kInControl);
    if (!elsewhere && !samples.contains(row().code)) std::printf("%s\n", row().name);
    EXPECT(samples.contains(row().code) != elsewhere);
  }
}
