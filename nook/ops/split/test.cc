#include "nook/ops/split/split_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

constexpr size_t kMost = 8;

// A SPLIT and the memory of its Params.
struct SplitCase {
  int32_t axis = 0;
  TensorInfo in[2], out[kMost];
  size_t outputs = 2;
  Refusal refusal{};
  alignas(16) uint8_t memory[256];

  Result<Prepared> prepare() {
    in[0] = test::tensor(DType::kS32, shape(1)), in[0].data = &axis;
    Arena arena({memory, sizeof memory});
    PrepareContext context{arena, kBuildIsa, false, {}};
    const NodeView node{OpCode::kSplit, 1, {}, {in, 2}, {out, outputs}};
    const auto prepared = prepare_op<Split>({}, node, context);
    refusal = context.refusal;
    return prepared;
  }
  bool refused(Reason reason, int operand) {
    return !prepare() && refusal.reason == reason && refusal.operand == operand;
  }
};

SplitCase s8_case() {
  SplitCase c;
  c.axis = 1, c.in[1] = test::quantized(shape(2, 4), kHalf, 3);
  c.out[0] = c.out[1] = test::quantized(shape(2, 2), kHalf, 3);
  return c;
}

}  // namespace

TEST(split_equals_the_definition_on_random_shapes_and_axes) {
  static int8_t x[2048], y[kMost][2048];
  const DType types[] = {DType::kS8, DType::kF32, DType::kS32, DType::kS16, DType::kBool, DType::kS64};
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const DType type = types[seed % 6];
    const int32_t width = size_of(type);
    Shape part = test::random_shape(rng, 1, 30);
    SplitCase c;
    c.outputs = static_cast<size_t>(rng.in(1, static_cast<int32_t>(kMost)));
    const int axis = rng.in(0, part.rank - 1);
    c.axis = rng.in(0, 1) ? axis : axis - part.rank;
    Shape whole = part;
    whole.dim[axis] *= static_cast<int32_t>(c.outputs);
    static const float one = 1;
    c.in[1] = type == DType::kS8 ? test::quantized(whole, one, 0) : test::tensor(type, whole);
    for (TensorInfo& out : c.out) out = c.in[1], out.shape = part;
    const auto prepared = c.prepare();
    EXPECT(prepared);
    if (!prepared) return;
    test::fill(rng, x, whole.elements() * width);
    const void* in[] = {nullptr, x};
    void* out[kMost];
    for (size_t i = 0; i < kMost; ++i) out[i] = y[i], memset(y[i], test::kGuardByte, sizeof y[i]);
    prepared->invoke(prepared->params, {in, out, nullptr});
    int32_t inner = 1;
    for (int d = axis + 1; d < whole.rank; ++d) inner *= whole.dim[d];
    for (int32_t i = 0; i < whole.elements(); ++i) {
      const int32_t along = i / inner % whole.dim[axis], outer = i / inner / whole.dim[axis];
      const int32_t at = (outer * part.dim[axis] + along % part.dim[axis]) * inner + i % inner;
      EXPECT(memcmp(y[along / part.dim[axis]] + at * width, x + i * width, static_cast<size_t>(width)) == 0);
    }
    for (size_t i = 0; i < c.outputs; ++i)
      EXPECT(test::only_guard(reinterpret_cast<uint8_t*>(y[i]) + part.elements() * width, 16));
  }
}

TEST(split_refuses_an_axis_that_does_not_exist_and_parts_that_are_not_equal) {
  SplitCase c = s8_case();
  const int32_t axes[] = {2, -3, INT32_MIN, INT32_MAX};
  for (const int32_t axis : axes) {
    c.axis = axis;
    EXPECT(c.refused(Reason::kAxis, 0));
  }
  c = s8_case(), c.outputs = 3, c.out[2] = c.out[1];
  EXPECT(c.refused(Reason::kOutputShape, 1));
  c = s8_case(), c.out[1].shape = shape(2, 3);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput + 1));
  c = s8_case(), c.out[1].zero_point = 4;
  EXPECT(c.refused(Reason::kQuantization, kFirstOutput + 1));
  c = s8_case(), c.out[0].type = DType::kF32;
  EXPECT(c.refused(Reason::kType, kFirstOutput));
  c = s8_case(), c.outputs = 0;
  EXPECT(c.refused(Reason::kOperandCount, kFirstOutput));
}
