// A custom operator under test, with any number of operands and results, and what it keeps from run to run.
#pragma once
#include "nook/ops/custom_options.h"
#include "tests/op_case.h"

namespace test {

template <class Op_>
struct SignalCase {
  using Op = Op_;
  typename Op::Attrs attrs{};
  nook::TensorInfo in[6], out[2];
  size_t inputs = Op::kSignature.count;
  nook::Refusal refusal{};
  alignas(16) uint8_t memory[8192];
  alignas(16) uint8_t state[4096] = {};

  nook::Result<nook::Prepared> prepare() {
    nook::Arena arena({memory, sizeof memory});
    nook::PrepareContext context{arena, nook::kBuildIsa, false, {}};
    const nook::NodeView node{nook::OpCode{}, 1, {}, {in, inputs}, {out, Op::kSignature.results}};
    const auto prepared = nook::prepare_op<Op>(attrs, node, context);
    const nook::Code made = prepared ? nook::make_scales(*prepared, node, context) : nook::Code::kOk;
    refusal = context.refusal;
    if (made == nook::Code::kOk) return prepared;
    return made;
  }
  bool refused(nook::Reason reason, int operand) {
    const auto prepared = prepare();
    if (!prepared && refusal.reason == reason && refusal.operand == operand) return true;
    printf("code %d, reason %d at operand %d\n", static_cast<int>(prepared.code()),
           static_cast<int>(refusal.reason), refusal.operand);
    return false;
  }
  bool no_form() {
    const auto prepared = prepare();
    return prepared.code() == nook::Code::kBadType && refusal.reason == nook::Reason::kNone;
  }

  // One run of the node, which must be fine, with its state as the run before left it.
  template <size_t N, size_t M>
  void run(const void* const (&x)[N], void* const (&y)[M]) {
    static_assert(M == Op::kSignature.results);
    const auto prepared = prepare();
    EXPECT(prepared && prepared->state_bytes + int32_t{kGuard} <= static_cast<int32_t>(sizeof state));
    if (!prepared) {
      printf("refused: reason %d at operand %d\n", static_cast<int>(refusal.reason), refusal.operand);
      return;
    }
    uint8_t* const end = state + prepared->state_bytes;
    memset(end, kGuardByte, kGuard);
    prepared->invoke(prepared->params, {x, y, nullptr, state});
    EXPECT(only_guard(end, kGuard));
  }
};

// A row of results with bytes behind them that nobody may write.
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
