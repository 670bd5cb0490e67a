// Tests a custom operator with any number of operands and results, and its state from run to run.
#pragma once
#include "nook/ops/contract/custom_options.h"
#include "tests/op_case.h"

namespace test {

template <class Op>
struct SignalCase : NodeCase<SignalCase<Op>, Op, 8192> {
  nook::TensorInfo in[6], out[2];
  size_t inputs = Op::kSignature.count;
  alignas(16) uint8_t state[4096] = {};

  nook::Span<const nook::TensorInfo> operands() const { return {in, inputs}; }
  nook::Span<const nook::TensorInfo> results() const { return {out, Op::kSignature.results}; }

  // Runs the node, which must be accepted, with its state as the previous run left it.
  template <size_t N, size_t M>
  void run(const void* const (&x)[N], void* const (&y)[M]) {
    static_assert(M == Op::kSignature.results);
    const auto prepared = this->prepare();
    EXPECT(prepared && prepared->state_bytes + int32_t{kGuard} <= static_cast<int32_t>(sizeof state));
    if (!prepared) {
      printf("refused: reason %d at operand %d\n", static_cast<int>(this->refusal.reason),
             this->refusal.operand);
      return;
    }
    uint8_t* const end = state + prepared->state_bytes;
    memset(end, kGuardByte, kGuard);
    prepared->invoke(prepared->params, {x, y, nullptr, state});
    EXPECT(only_guard(end, kGuard));
  }
};

// A node with these options, operands and results.
template <class Op, size_t N, size_t M>
SignalCase<Op> signal_case(const typename Op::Attrs& attrs, const nook::TensorInfo (&in)[N],
                           const nook::TensorInfo (&out)[M]) {
  SignalCase<Op> c;
  c.attrs = attrs;
  for (size_t i = 0; i < N; ++i) c.in[i] = in[i];
  for (size_t i = 0; i < M; ++i) c.out[i] = out[i];
  return c;
}

// A result followed by guard bytes that must not be written.
template <class Element, size_t N>
struct Guarded {
  Element data[N];
  uint8_t guard[kGuard];
  Guarded() { memset(this, kGuardByte, sizeof *this); }
  bool is(const Element (&want)[N]) const {
    for (size_t i = 0; i < N; ++i) {
      if (data[i] == want[i]) continue;
      printf("element %d: have %lld, need %lld\n", static_cast<int>(i), static_cast<long long>(data[i]),
             static_cast<long long>(want[i]));
      return false;
    }
    return only_guard(guard, kGuard);
  }
};

}  // namespace test
