// Compares kernels with packed weights with the reference.
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm_op.h"
#include "tests/packed_case.h"

using namespace nook;

namespace {

using Lstm = UnidirectionalSequenceLstm;
constexpr int32_t kMost = 512, kFromX = 1, kRecurrent = 5, kBias = 12, kHidden = 18, kCell = 19;

template <class Element>
struct Memory {
  Element x[kMost], hidden[kMost], y[kMost];
  int16_t cell[kMost];
};

void fill_elements(test::Rng& rng, int8_t* x, int32_t count) { test::fill_inputs(rng, x, count); }
void fill_elements(test::Rng& rng, int16_t* x, int32_t count) {
  test::fill(rng, reinterpret_cast<int8_t*>(x), 2 * count);
}
void widen(const int32_t* from, int32_t* to, int32_t count) {
  memcpy(to, from, sizeof *to * static_cast<size_t>(count));
}
void widen(const int32_t* from, int64_t* to, int32_t count) {
  for (int32_t i = 0; i < count; ++i) to[i] = from[i];
}

// Random layers with these types of x and biases.
template <class Form, class Element, class Bias>
void kernels_equal_the_reference() {
  constexpr bool bytes = sizeof(Element) == 1;
  if (!test::has_fast_rows<Form>()) return;
  static int8_t w[8][kMost];
  int32_t narrow[32];
  static Bias bias[4][32];
  static Memory<Element> want, have;
  const int before = test::failures, runs_before = test::fast_runs;
  for (uint32_t seed = 0; seed < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    const int32_t batch = rng.in(1, 2), steps = rng.in(1, 3), cells = rng.in(1, 9), in = rng.in(1, 24);
    test::OpCase<Lstm> c;
    c.inputs = 24, c.attrs.time_major = rng.in(0, 1) == 1;
    c.attrs.cell_clip = rng.in(0, 1) ? 0 : rng.real(0.5f, 10);
    const float unit = bytes ? 1 : 1.0f / 256;
    const float x_scale = unit * rng.real(0.004f, 0.05f), hidden_scale = unit / 128;
    const auto element = [&](const Shape& shape, const float& of, int32_t zero) {
      return bytes ? test::quantized(shape, of, zero) : test::quantized_s16(shape, of);
    };
    const float cell_scale = 1.0f / static_cast<float>(1 << rng.in(8, 13));
    float scale[8];
    const auto outer = [&](int32_t size) {
      return c.attrs.time_major ? test::shape(steps, batch, size) : test::shape(batch, steps, size);
    };
    c.in[0] = element(outer(in), x_scale, rng.in(-128, 127));
    c.out = element(outer(cells), hidden_scale, rng.in(-20, 20));
    const void* constants[24] = {};
    for (int k = 0; k < 8; ++k) {
      scale[k] = rng.real(0.001f, 0.01f);
      const int32_t depth = k < 4 ? in : cells;
      c.in[kFromX + k] = test::quantized(test::shape(cells, depth), scale[k], 0);
      test::fill_weights(rng, w[k], cells * depth);
      constants[kFromX + k] = w[k];
    }
    for (int g = 0; g < 4; ++g) {
      test::fill_biases(rng, narrow, cells), widen(narrow, bias[g], cells);
      if (rng.in(0, 3) == 0) continue;
      c.in[kBias + g] = test::tensor(bytes ? DType::kS32 : DType::kS64, test::shape(cells)),
                   constants[kBias + g] = bias[g];
    }
    c.in[kHidden] = element(test::shape(batch, cells), hidden_scale, c.out.zero_point);
    c.in[kCell] = test::quantized_s16(test::shape(batch, cells), cell_scale);
    c.in[kHidden].variable = c.in[kCell].variable = true;
    const auto* p = c.template params<Form>();
    if (!p) return;
    test::for_each_packed_row<Form>(*p, constants, [&](const KernelEntry& row, const void* packed) {
      memset(&want, 0, sizeof want), memset(&have, 0, sizeof have);
      test::fill(rng, want.cell, batch * cells), memcpy(have.cell, want.cell, sizeof have.cell);
      for (int call = 0; call < 2; ++call) {
        fill_elements(rng, want.x, batch * steps * in);
        memcpy(have.x, want.x, sizeof have.x);
        const void *of_reference[24], *of_row[24] = {have.x, packed};
        memcpy(of_reference, constants, sizeof of_reference);
        of_reference[0] = want.x, of_reference[kHidden] = want.hidden, of_reference[kCell] = want.cell;
        of_row[kHidden] = have.hidden, of_row[kCell] = have.cell;
        test::run_both<Form>(*p, of_reference, want.y, row, of_row, have.y);
      }
      EXPECT(memcmp(&have, &want, sizeof have) == 0);
    });
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(test::fast_runs - runs_before > static_cast<int>(test::fast_cases() / 3));
}

}  // namespace

TEST(unidirectional_sequence_lstm_s8_kernels_equal_the_reference_on_random_layers) {
  kernels_equal_the_reference<UnidirectionalSequenceLstmS8, int8_t, int32_t>();
}

TEST(unidirectional_sequence_lstm_s16_kernels_equal_the_reference_on_random_layers) {
  kernels_equal_the_reference<UnidirectionalSequenceLstmS16, int16_t, int64_t>();
}
