#include <math.h>
#include <stdlib.h>

#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm_op.h"
#include "tests/op_case.h"

using namespace nook;

namespace {

using Lstm = UnidirectionalSequenceLstm;
constexpr int32_t kMost = 64;
constexpr int kX = 0, kFromX = 1, kRecurrent = 5, kBias = 12, kHidden = 18, kCell = 19;

// A layer in float and in int8, with the same numbers.
struct RandomLayer {
  int32_t batch, steps, in, cells;
  bool time_major;
  test::OpCase<Lstm> f32, s8;
  float x[kMost], w[8][kMost], b[4][kMost], hidden[kMost] = {}, cell[kMost] = {}, y[kMost];
  int8_t qx[kMost], qw[8][kMost], qhidden[kMost] = {}, qy[kMost];
  int32_t qb[4][kMost];
  int16_t qcell[kMost] = {};
  float x_scale = 1.0f / 64, w_scale = 1.0f / 128, hidden_scale = 1.0f / 128, cell_scale = 1.0f / 2048;

  explicit RandomLayer(test::Rng& rng) {
    batch = rng.in(1, 2), steps = rng.in(1, 4), in = rng.in(1, 5), cells = rng.in(1, 6);
    time_major = rng.in(0, 1) == 1;
    test::OpCase<Lstm>* const both[] = {&f32, &s8};
    for (test::OpCase<Lstm>* c : both) {
      c->attrs.time_major = time_major;
      c->inputs = 24;
      const bool real = c == &f32;
      const auto at = [&](const Shape& shape, const float& scale) {
        return real ? test::tensor(DType::kF32, shape) : test::quantized(shape, scale, 0);
      };
      c->in[kX] = at(time_major ? test::shape(steps, batch, in) : test::shape(batch, steps, in), x_scale);
      c->out =
          at(time_major ? test::shape(steps, batch, cells) : test::shape(batch, steps, cells), hidden_scale);
      for (int g = 0; g < 4; ++g) {
        c->in[kFromX + g] = at(test::shape(cells, in), w_scale);
        c->in[kRecurrent + g] = at(test::shape(cells, cells), w_scale);
        c->in[kBias + g] = test::tensor(real ? DType::kF32 : DType::kS32, test::shape(cells));
      }
      c->in[kHidden] = at(test::shape(batch, cells), hidden_scale);
      c->in[kCell] = at(test::shape(batch, cells), cell_scale);
      if (!real) c->in[kCell].type = DType::kS16;
      c->in[kHidden].variable = c->in[kCell].variable = true;
    }
    for (int k = 0; k < 8; ++k)
      for (int32_t i = 0; i < cells * (k < 4 ? in : cells); ++i) {
        qw[k][i] = static_cast<int8_t>(rng.in(-127, 127));
        w[k][i] = static_cast<float>(qw[k][i]) * w_scale;
      }
    for (int g = 0; g < 4; ++g)
      for (int32_t i = 0; i < cells; ++i) {
        qb[g][i] = rng.in(-4000, 4000);
        b[g][i] = static_cast<float>(qb[g][i]) * x_scale * w_scale;
      }
  }

  void draw(test::Rng& rng) {
    for (int32_t i = 0; i < batch * steps * in; ++i) {
      qx[i] = static_cast<int8_t>(rng.in(-64, 64));
      x[i] = static_cast<float>(qx[i]) * x_scale;
    }
  }

  template <class T, class W, class B, class C>
  static void run(const Prepared& op, const T* x, const W (&w)[8][kMost], const B (&b)[4][kMost], T* hidden,
                  C* cell, T* y) {
    const void* in[24] = {x};
    for (int k = 0; k < 8; ++k) in[1 + k] = w[k];
    for (int g = 0; g < 4; ++g) in[kBias + g] = b[g];
    in[kHidden] = hidden, in[kCell] = cell;
    void* out[] = {y};
    op.invoke(op.params, {in, out, test::op_memory.scratch});
  }
};

// The float layer with the int8 layer's matrices.
test::OpCase<Lstm> hybrid(const RandomLayer& layer) {
  test::OpCase<Lstm> c = layer.f32;
  for (int k = kFromX; k < kFromX + 8; ++k) c.in[k] = layer.s8.in[k];
  return c;
}

float sigmoid(float x) { return 1 / (1 + expf(-x)); }

}  // namespace

TEST(unidirectional_sequence_lstm_s8_equals_float_within_a_few_steps_over_several_calls) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    test::Rng rng(seed);
    RandomLayer layer(rng);
    const auto real = layer.f32.prepare(), fixed = layer.s8.prepare();
    EXPECT(real && fixed);
    if (!real || !fixed) return;
    for (int call = 0; call < 3; ++call) {
      layer.draw(rng);
      RandomLayer::run(*real, layer.x, layer.w, layer.b, layer.hidden, layer.cell, layer.y);
      RandomLayer::run(*fixed, layer.qx, layer.qw, layer.qb, layer.qhidden, layer.qcell, layer.qy);
      for (int32_t i = 0; i < layer.batch * layer.steps * layer.cells; ++i)
        EXPECT(fabsf(layer.y[i] - static_cast<float>(layer.qy[i]) * layer.hidden_scale) < 0.04f);
    }
  }
}

// Hybrid layers quantize x and the hidden state to bytes; TensorFlow Lite's own tests allow an error of
// 0.016.
TEST(unidirectional_sequence_lstm_hybrid_equals_float_within_the_rounding_of_bytes) {
  for (uint32_t seed = 0; seed < 80; ++seed) {
    test::Rng rng(seed);
    RandomLayer layer(rng);
    test::OpCase<Lstm> bytes = hybrid(layer);
    bytes.attrs.asymmetric = seed % 2 == 1;
    layer.f32.attrs.cell_clip = bytes.attrs.cell_clip = seed % 3 ? 0 : 0.4f;
    const auto real = layer.f32.prepare(), op = bytes.prepare();
    EXPECT(real && op && op->scratch == layer.in + layer.cells);
    if (!real || !op) return;
    float hidden[kMost] = {}, cell[kMost] = {}, y[kMost];
    for (int call = 0; call < 3; ++call) {
      layer.draw(rng);
      RandomLayer::run(*real, layer.x, layer.w, layer.b, layer.hidden, layer.cell, layer.y);
      RandomLayer::run(*op, layer.x, layer.qw, layer.b, hidden, cell, y);
      for (int32_t i = 0; i < layer.batch * layer.steps * layer.cells; ++i)
        EXPECT(fabsf(layer.y[i] - y[i]) < 0.016f);
    }
  }
}

TEST(unidirectional_sequence_lstm_hybrid_refuses_other_weights) {
  test::Rng rng(5);
  static RandomLayer layer(rng);
  static test::OpCase<Lstm> c;
  c = hybrid(layer);
  EXPECT(c.prepare());
  c.in[3].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, 3));
  c = hybrid(layer), c.in[7].scales = {};
  EXPECT(c.refused(Reason::kScaleCount, 7));
  c = hybrid(layer), c.in[2] = layer.f32.in[2];
  EXPECT(c.no_form());
}

TEST(unidirectional_sequence_lstm_f32_equals_results_computed_by_hand) {
  test::Rng rng(3);
  static RandomLayer layer(rng);
  layer.batch = layer.steps = layer.in = layer.cells = 1;
  for (int i = 0; i < 3; ++i) layer.f32.in[kX].shape.dim[i] = layer.f32.out.shape.dim[i] = 1;
  for (int k = 1; k < 9; ++k) layer.f32.in[k].shape = test::shape(1, 1);
  for (int g = 0; g < 4; ++g) layer.f32.in[kBias + g].shape = test::shape(1);
  layer.f32.in[kHidden].shape = layer.f32.in[kCell].shape = test::shape(1, 1);
  layer.f32.attrs.cell_clip = 0.3f;
  const auto op = layer.f32.prepare();
  EXPECT(op);
  if (!op) return;
  layer.x[0] = 0.5f, layer.hidden[0] = 0.25f, layer.cell[0] = -1;
  float sum[4];
  for (int g = 0; g < 4; ++g) sum[g] = layer.b[g][0] + 0.5f * layer.w[g][0] + 0.25f * layer.w[4 + g][0];
  float cell = -sigmoid(sum[1]) + sigmoid(sum[0]) * tanhf(sum[2]);
  cell = cell < -0.3f ? -0.3f : cell > 0.3f ? 0.3f : cell;
  RandomLayer::run(*op, layer.x, layer.w, layer.b, layer.hidden, layer.cell, layer.y);
  EXPECT(fabsf(layer.cell[0] - cell) < 1e-6f);
  EXPECT(fabsf(layer.y[0] - sigmoid(sum[3]) * tanhf(cell)) < 1e-6f);
  EXPECT(layer.hidden[0] == layer.y[0]);
}

// Cells are clipped to whole steps; without a limit they are not.
TEST(unidirectional_sequence_lstm_s8_clips_cells_to_a_limit_below_one_step) {
  const float limits[] = {0, 0.5f, 1.5f};
  test::Rng rng(7);
  static RandomLayer layer(rng);
  for (const float steps : limits) {
    layer.s8.attrs.cell_clip = steps * layer.cell_scale;
    const auto op = layer.s8.prepare();
    EXPECT(op);
    if (!op) return;
    layer.draw(rng);
    RandomLayer::run(*op, layer.qx, layer.qw, layer.qb, layer.qhidden, layer.qcell, layer.qy);
    int32_t largest = 0;
    for (int32_t i = 0; i < layer.batch * layer.cells; ++i)
      largest = abs(layer.qcell[i]) > largest ? abs(layer.qcell[i]) : largest;
    if (steps > 0)
      EXPECT_EQ(largest, static_cast<int32_t>(steps));
    else
      EXPECT(largest > 1);
  }
}

TEST(unidirectional_sequence_lstm_refuses_operands_of_other_kinds_of_layers_and_other_shapes) {
  test::Rng rng(5);
  static RandomLayer layer(rng);
  static test::OpCase<Lstm> c;
  const auto changed = [&]() -> test::OpCase<Lstm>& { return c = layer.s8; };
  EXPECT(changed().prepare());
  changed().inputs = 20;
  EXPECT(c.prepare());
  changed().in[9] = c.in[kBias];  // a peephole
  EXPECT(c.refused(Reason::kAttribute, 9));
  changed().in[16] = c.in[1];  // a projection
  EXPECT(c.refused(Reason::kAttribute, 16));
  changed().in[20] = c.in[kBias];  // layer normalization
  EXPECT(c.refused(Reason::kAttribute, 20));
  changed().in[1] = TensorInfo();
  EXPECT(c.refused(Reason::kOperandCount, 1));
  changed().in[kCell].variable = false;
  EXPECT(c.refused(Reason::kNotVariable, kCell));
  changed().attrs.fused_activation = Activation::kRelu;
  EXPECT(c.refused(Reason::kActivation, 0));
  ++changed().in[6].shape.dim[1];
  EXPECT(c.refused(Reason::kChannels, 6));
  ++changed().in[kHidden].shape.dim[0];
  EXPECT(c.refused(Reason::kChannels, kHidden));
  changed().in[kBias].shape.dim[0] += 1;
  EXPECT(c.refused(Reason::kBiasShape, kBias));
  changed().in[kCell].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, kCell));
  ++changed().out.shape.dim[2];
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  changed().in[kCell].type = DType::kS8;
  EXPECT(c.no_form());
}
