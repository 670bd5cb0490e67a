// The interpreter with the kernels of the core, and weights packed for them.
#include "nook/ops/contract/constant_store.h"
#include "tests/interp/bench.h"

using namespace interp_test;

namespace {

const Resolver kFastOps = nook::resolver(kCaseOps<nook::Kernels::kFast>);

InterpreterOptions packing(const nook_packer& packer) {
  InterpreterOptions options;
  options.packer = &packer;
  return options;
}

// Constructs an interpreter; returns its refusal.
InterpreterFault make(const Bench& b, const nook_packer& packer, Span<const uint8_t> laid) {
  nook::InterpreterMemory memory =
      b.memory({persistent, b.need.persistent.bytes}, {scratch, b.need.scratch.bytes});
  memory.constants = laid;
  return Interpreter(b.model, b.resolver, memory, packing(packer)).fault();
}

}  // namespace

TEST(kernels_of_the_core_give_the_same_bytes_with_and_without_memory_for_constants) {
  bool packed = false;
  for (const Case& c : cases()) {
    run_case(c, {}, kFastOps);
    const Guarded laid(constants, Bench(c.model, packing(nook_pack_weights), kFastOps).need.constants.bytes);
    run_case(c, packing(nook_pack_weights), kFastOps);
    EXPECT(laid.whole());
    packed = packed || laid.bytes > sizeof(nook::ConstantStamp);
    run_case(c, packing(nook_packed_weights), kFastOps);
  }
  EXPECT(packed);
}

TEST(every_smaller_size_is_refused_with_a_packer_too) {
  constexpr const char* kNames[] = {"conv_2d_3x3_same", "fully_connected_per_channel",
                                    "depthwise_conv_2d_3x3_same", "many_outputs"};
  for (const char* const name : kNames)
    sweep_all(Bench(case_of(name).model, packing(nook_pack_weights), kFastOps));
}

TEST(a_resolver_without_such_kernels_packs_nothing) {
  const Case& c = case_of("conv_2d_3x3_same");
  const Bench b(c.model, packing(nook_pack_weights));
  EXPECT_EQ(b.need.constants.bytes, sizeof(nook::ConstantStamp));
  run_case(c, packing(nook_pack_weights));
}

TEST(weights_that_were_packed_for_another_model_are_refused) {
  const Bench b(case_of("conv_2d_3x3_same").model, packing(nook_pack_weights), kFastOps);
  const Bench other(case_of("fully_connected_plain").model, packing(nook_pack_weights), kFastOps);
  const Span<uint8_t> laid{constants + kGuard, b.need.constants.bytes};
  EXPECT_EQ(make(b, nook_pack_weights, laid).status, NOOK_OK);
  EXPECT_EQ(make(b, nook_packed_weights, laid).status, NOOK_OK);
  ++constants[kGuard + 4];
  const InterpreterFault why = make(b, nook_packed_weights, laid);
  EXPECT(why.status == NOOK_BAD_MODEL && why.role == NOOK_ROLE_CONSTANTS);
  char text[120];
  nook_describe_fault(&why, text, sizeof text);
  EXPECT(strcmp(text,
                "memory for constants: what it holds was not packed for this model and these kernels "
                "(nook pack)") == 0);
  EXPECT_EQ(make(other, nook_pack_weights, {constants + kGuard, other.need.constants.bytes}).status, NOOK_OK);
  EXPECT_EQ(make(b, nook_packed_weights, laid).status, NOOK_BAD_MODEL);
}

TEST(the_reported_working_memory_is_sufficient_and_necessary) {
  const Case& c = case_of("conv_2d_3x3_same");
  const Bench b(c.model, packing(nook_pack_weights), kFastOps);
  EXPECT_EQ(nook_packing_bytes(c.model.data(), c.model.size()), b.need.working.bytes);
  EXPECT(nook_packing_bytes(c.model.data(), c.model.size()) >
         nook_working_bytes(c.model.data(), c.model.size()));
  EXPECT_EQ(nook_packing_bytes(c.model.data(), 8), 0);
  // In a layer with many inputs, the number of outputs counts.
  const Case& dense = case_of("fully_connected_plain");
  const Model model = *Model::open(dense.model);
  const int32_t outputs =
      nook::tensor_info(model, model.subgraph(0).tensor(model.subgraph(0).op(0).inputs()[1]))->shape.dim[0];
  EXPECT_EQ(nook::packing_bytes(model) - nook::working_bytes(model), static_cast<size_t>(outputs) * 5 + 3);
}

TEST(packed_weights_are_not_written) {
  const Case& c = case_of("conv_2d_3x3_same");
  const Bench b(c.model, packing(nook_pack_weights), kFastOps);
  const Span<uint8_t> laid{constants + kGuard, b.need.constants.bytes};
  EXPECT_EQ(make(b, nook_pack_weights, laid).status, NOOK_OK);
  static uint8_t before[kRoom];
  memcpy(before, constants, sizeof before);
  EXPECT_EQ(make(b, nook_packed_weights, laid).status, NOOK_OK);
  EXPECT(memcmp(constants, before, sizeof before) == 0);
}

namespace {

// Constructs an interpreter on altered constants. It is refused or computes correctly: bytes between two
// blocks are not examined.
int refused_or_right(const Bench& b, const Case& c, Span<const uint8_t> laid) {
  nook::InterpreterMemory memory =
      b.memory({persistent, b.need.persistent.bytes}, {scratch, b.need.scratch.bytes});
  memory.constants = laid;
  Interpreter net(b.model, b.resolver, memory, packing(nook_packed_weights));
  if (!net.ok()) {
    EXPECT(net.fault().status == NOOK_BAD_MODEL && net.fault().role == NOOK_ROLE_CONSTANTS);
    return 1;
  }
  memcpy(const_cast<void*>(b.in[0].data), c.in, b.in[0].bytes);
  net.invoke();
  EXPECT(memcmp(b.out[0].data, c.out, b.out[0].bytes) == 0);
  return 0;
}

constexpr const char* kWeighted[] = {"conv_2d_3x3_same", "fully_connected_per_channel",
                                     "depthwise_conv_2d_3x3_same", "float_vector"};

}  // namespace

TEST(packed_weights_with_one_altered_byte_are_refused) {
  for (const char* const name : kWeighted) {
    const Case& c = case_of(name);
    const Bench b(c.model, packing(nook_pack_weights), kFastOps);
    const Span<uint8_t> laid{constants + kGuard, b.need.constants.bytes};
    EXPECT_EQ(make(b, nook_pack_weights, laid).status, NOOK_OK);
    size_t refused = 0;
    for (size_t i = 0; i < laid.size(); ++i) {
      const uint8_t bit = static_cast<uint8_t>(1 << i % 8);
      constants[kGuard + i] ^= bit;
      refused += static_cast<size_t>(refused_or_right(b, c, laid));
      constants[kGuard + i] ^= bit;
    }
    EXPECT(refused + nook::kConstantAlignment > laid.size());
    EXPECT_EQ(refused_or_right(b, c, laid), 0);
  }
}

// Valid stamp, arbitrary contents: weights, biases, multipliers, shifts and positions.
TEST(packed_weights_with_a_forged_stamp_are_refused) {
  for (const char* const name : kWeighted) {
    const Case& c = case_of(name);
    const Bench b(c.model, packing(nook_pack_weights), kFastOps);
    const Span<uint8_t> laid{constants + kGuard, b.need.constants.bytes};
    constexpr size_t kFrom = sizeof(nook::ConstantStamp);
    if (laid.size() == kFrom) continue;  // no kernel of this core packs these
    for (uint32_t seed = 0; seed < 200; ++seed) {
      EXPECT_EQ(make(b, nook_pack_weights, laid).status, NOOK_OK);
      test::Rng rng(seed);
      int32_t altered = rng.in(0, 3) ? rng.in(1, 8) : static_cast<int32_t>(laid.size());
      const int32_t last = static_cast<int32_t>(laid.size()) - 1;
      for (; altered > 0; --altered)
        constants[kGuard + static_cast<size_t>(rng.in(int32_t{kFrom}, last))] =
            static_cast<uint8_t>(rng.next() >> 9);
      refused_or_right(b, c, laid);
    }
    memset(constants + kGuard + kFrom, 0x7F, laid.size() - kFrom);
    EXPECT_EQ(refused_or_right(b, c, laid), 1);
  }
}

TEST(memory_for_constants_that_is_missing_or_misaligned_is_named) {
  const Bench b(case_of("conv_2d_3x3_same").model, packing(nook_pack_weights), kFastOps);
  const InterpreterFault none = make(b, nook_pack_weights, {});
  EXPECT(none.status == NOOK_NULL && none.role == NOOK_ROLE_CONSTANTS && none.need == b.need.constants.bytes);
  const Guarded laid(constants, b.need.constants.bytes + 8);
  const InterpreterFault skewed = make(b, nook_pack_weights, {laid.data + 8, b.need.constants.bytes});
  EXPECT(skewed.status == NOOK_MISALIGNED && skewed.role == NOOK_ROLE_CONSTANTS && skewed.need == 16 &&
         skewed.have == 8);
  for (size_t i = 0; i < laid.bytes; ++i) EXPECT_EQ(laid.data[i], 0xA5);
}

TEST(one_arena_has_the_constants_in_it) {
  const Case& c = case_of("conv_2d_3x3_same");
  const Bench b(c.model, packing(nook_pack_weights), kFastOps);
  size_t bytes = 0, used = 0;
  for (;; bytes += 16) {
    const Interpreter net = Interpreter::in_arena(b.model, kFastOps, {scratch, bytes}, &used, b.options);
    if (net.ok()) break;
    EXPECT(net.fault().role == NOOK_ROLE_ARENA);
    if (net.fault().role != NOOK_ROLE_ARENA || bytes > sizeof scratch) return;
  }
  EXPECT(used >= b.need.constants.bytes + b.need.persistent.bytes + b.need.scratch.bytes);
  Interpreter net = Interpreter::in_arena(b.model, kFastOps, {scratch, bytes}, &used, b.options);
  memcpy(net.input(0), c.in, b.in[0].bytes);
  net.invoke();
  EXPECT(memcmp(net.output(0), c.out, b.out[0].bytes) == 0);
}
