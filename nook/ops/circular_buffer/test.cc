#include "nook/ops/circular_buffer/circular_buffer_op.h"
#include "tests/op_case.h"

using namespace nook;

namespace {

constexpr int32_t kCycles[][2] = {{5, 1}, {13, 1}, {25, 1}, {3, 2}};

test::OpCase<CircularBuffer> two_of_three(int32_t cycles) {
  static const float scale = 0.5f;
  test::OpCase<CircularBuffer> c;
  c.attrs.cycles_max = cycles;
  c.in[0] = test::quantized(test::shape(1, 1, 1, 2), scale, 0);
  c.out = test::quantized(test::shape(1, 3, 1, 2), scale, 0);
  c.out.variable = true;
  return c;
}

}  // namespace

TEST(circular_buffer_keeps_the_last_inputs_and_says_when_there_is_a_result) {
  test::OpCase<CircularBuffer> c = two_of_three(2);
  const auto prepared = c.prepare();
  EXPECT(prepared && prepared->state_bytes == 4);
  int8_t y[6] = {};
  alignas(8) uint8_t state[8] = {};
  const int8_t inputs[][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  const int8_t want[][6] = {{0, 0, 0, 0, 1, 2}, {0, 0, 1, 2, 3, 4}, {1, 2, 3, 4, 5, 6}, {3, 4, 5, 6, 7, 8}};
  for (int call = 0; call < 4; ++call) {
    const void* in[] = {inputs[call]};
    void* out[] = {y};
    bool waits = call % 2 != 0;
    prepared->invoke(prepared->params, {in, out, nullptr, state, &waits});
    EXPECT(waits == (call % 2 == 0));
    EXPECT(memcmp(y, want[call], sizeof y) == 0);
  }
}

TEST(circular_buffer_without_cycles_has_the_cycles_of_the_published_models) {
  for (const auto& [slots, cycles] : kCycles) {
    test::OpCase<CircularBuffer> c = two_of_three(0);
    c.out.shape.dim[1] = slots;
    const auto* p = c.params<CircularBufferS8>();
    EXPECT(p && p->cycles == cycles);
  }
}

TEST(circular_buffer_refuses_a_result_that_is_not_a_variable_and_other_shapes) {
  test::OpCase<CircularBuffer> c = two_of_three(1);
  EXPECT(c.prepare());
  c.out.variable = false;
  EXPECT(c.refused(Reason::kNotVariable, kFirstOutput));
  c = two_of_three(1), c.in[0].shape.dim[1] = 2;
  EXPECT(c.refused(Reason::kInputShape, 0));
  c = two_of_three(1), c.in[0].shape.dim[3] = 1;
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = two_of_three(1), c.in[0].type = DType::kF32;
  EXPECT(c.no_form());
}
