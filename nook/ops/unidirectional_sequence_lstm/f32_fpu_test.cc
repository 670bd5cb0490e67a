#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm_op.h"
#include "tests/kernel_case.h"
#include "tests/packed_case.h"

using namespace nook;

namespace {

constexpr int32_t kMost = 512, kOperands = 24, kFromX = 1, kBias = 12, kHidden = 18, kCell = 19;

struct Memory {
  float x[kMost], hidden[kMost], cell[kMost], y[kMost];
};
float constants[12][kMost];

// Layers of numbers around 1, of some of the smallest among these, with products below 2^-126 only, and with
// sums of gates around 1.
enum class Numbers { kPlain, kSmall, kTiny, kNear };

// Numbers whose sums are finite, both zeros among them. The sign of a NaN follows from the order in which a
// compiler has two of them added.
void fill_finite(test::Rng& rng, Numbers kind, float* x, int32_t size) {
  const float rare[] = {0.0f, -0.0f, 1e-40f, -1e-40f}, scale = kind == Numbers::kTiny   ? 1e-20f
                                                               : kind == Numbers::kNear ? 0.2f
                                                                                        : 1;
  const int32_t most = kind == Numbers::kSmall ? 3 : 1;
  for (int32_t i = 0; i < size; ++i) x[i] = rng.in(0, 7) ? scale * rng.real(-4, 4) : rare[rng.in(0, most)];
}

// Sets a random layer, and the operands that are constant.
void set_layer(test::Rng& rng, Numbers kind, test::OpCase<UnidirectionalSequenceLstm>& c, const void** in) {
  const int32_t batch = rng.in(1, 2), steps = rng.in(1, 10), cells = rng.in(1, 14), inputs = rng.in(1, 24);
  c.inputs = kOperands, c.attrs.time_major = rng.in(0, 1) == 1;
  c.attrs.cell_clip = rng.in(0, 1) ? 0 : rng.real(0.5f, 10);
  const auto outer = [&](int32_t size) {
    return test::tensor(
        DType::kF32, c.attrs.time_major ? test::shape(steps, batch, size) : test::shape(batch, steps, size));
  };
  c.in[0] = outer(inputs), c.out = outer(cells);
  for (int k = 0; k < 8; ++k) {
    const Shape shape = test::shape(cells, k < 4 ? inputs : cells);
    c.in[kFromX + k] = test::tensor(DType::kF32, shape), in[kFromX + k] = constants[k];
    fill_finite(rng, kind, constants[k], shape.elements());
  }
  for (int g = 0; g < 4; ++g) {
    if (kind == Numbers::kTiny || rng.in(0, 3) == 0) continue;
    c.in[kBias + g] = test::tensor(DType::kF32, test::shape(cells)), in[kBias + g] = constants[8 + g];
    fill_finite(rng, kind, constants[8 + g], cells);
    const bool closed = g == kNookLstmOutput && rng.in(0, 1) == 1;  // products near 2^-126
    for (int32_t u = 0; u < cells && closed; ++u) constants[8 + g][u] -= 80;
  }
  c.in[kHidden] = c.in[kCell] = test::tensor(DType::kF32, test::shape(batch, cells));
  c.in[kHidden].variable = c.in[kCell].variable = true;
}

}  // namespace

TEST(unidirectional_sequence_lstm_f32_kernels_equal_the_reference_on_random_layers) {
  using Form = UnidirectionalSequenceLstmF32;
  static Memory drawn, want, have;
  int taken = 0;
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 240 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    test::OpCase<UnidirectionalSequenceLstm> c;
    const void* constant[kOperands] = {};
    const Numbers kind = static_cast<Numbers>(seed % 4);
    set_layer(rng, kind, c, constant);
    const auto* p = c.params<Form>();
    if (!p) return;
    memset(&drawn, 0, sizeof drawn);
    fill_finite(rng, kind, drawn.cell, kind == Numbers::kTiny ? 0 : p->batch * p->cells);
    const auto compare = [&](const KernelEntry& row, const void* packed) {
      memcpy(&want, &drawn, sizeof want), memcpy(&have, &drawn, sizeof have);
      const void *of_reference[kOperands], *of_row[kOperands] = {};
      memcpy(of_reference, constant, sizeof of_reference);
      if (!packed) memcpy(of_row, constant, sizeof of_row);
      if (packed) of_row[kFromX] = packed;
      of_reference[0] = want.x, of_reference[kHidden] = want.hidden, of_reference[kCell] = want.cell;
      of_row[0] = have.x, of_row[kHidden] = have.hidden, of_row[kCell] = have.cell;
      for (int call = 0; call < 2; ++call) {
        fill_finite(rng, kind, want.x, p->batch * p->steps * p->in), memcpy(have.x, want.x, sizeof have.x);
        test::keeping_fpu_registers(
            [&] { test::run_both<Form>(*p, of_reference, want.y, row, of_row, have.y); });
      }
      EXPECT(memcmp(&have, &want, sizeof have) == 0);
      ++taken;
    };
    test::for_each_packed_row<Form>(*p, constant, compare);
    const auto rows = Form::unpacked_kernels();
    if (rows[0].invoke && rows[0].accepts(p, KernelRows::kAll)) compare(rows[0], nullptr);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(!test::has_fast_rows<Form>() || taken > 150);
}
