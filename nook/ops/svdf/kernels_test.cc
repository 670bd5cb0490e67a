// Compares kernels with packed weights with the reference.
#include "nook/ops/svdf/svdf_op.h"
#include "tests/packed_case.h"

using namespace nook;

namespace {

constexpr int32_t kMost = 4096;

template <class State>
struct Memory {
  int8_t x[kMost], y[kMost];
  State state[kMost];
};

void fill_over_time(test::Rng& rng, int8_t* time, int32_t count) { test::fill_weights(rng, time, count); }
void fill_over_time(test::Rng& rng, int16_t* time, int32_t count) {
  test::fill(rng, reinterpret_cast<int8_t*>(time), 2 * count);
}

// Random layers with a state of this type.
template <class Form, class State>
void kernels_equal_the_reference() {
  constexpr bool bytes = sizeof(State) == 1;
  if (!test::has_fast_rows<Form>()) return;
  static int8_t w[kMost];
  static State time[kMost];
  static int32_t bias[64];
  static Memory<State> want, have;
  const int before = test::failures, runs_before = test::fast_runs;
  for (uint32_t seed = 0; seed < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    const int32_t batch = rng.in(1, 2), in = rng.in(1, rng.in(0, 7) ? 24 : 256), rank = rng.in(1, 3);
    const int32_t units = rng.in(1, 7), filters = units * rank, memory = rng.in(1, 9),
                  kept = filters * memory;
    if (filters * in > kMost) continue;
    test::OpCase<Svdf> c;
    c.inputs = 5, c.attrs.rank = rank;
    float scale[5];
    for (float& s : scale) s = rng.real(0.004f, 0.1f);
    c.in[0] = test::quantized(test::shape(batch, in), scale[0], rng.in(-128, 127));
    c.in[1] = test::quantized(test::shape(filters, in), scale[1], 0);
    const auto over_time = [&](const Shape& shape, const float& of, int32_t zero) {
      return bytes ? test::quantized(shape, of, zero) : test::quantized_s16(shape, of);
    };
    if (!bytes) scale[2] /= 1 << 20;  // so that not all results saturate
    c.in[2] = over_time(test::shape(filters, memory), scale[2], 0);
    c.in[3] = rng.in(0, 1) ? test::tensor(DType::kS32, test::shape(units)) : TensorInfo();
    c.in[4] = over_time(test::shape(batch, kept), scale[3], rng.in(-20, 20)), c.in[4].variable = true;
    c.out = test::quantized(test::shape(batch, units), scale[4], rng.in(-128, 127));
    test::fill_weights(rng, w, filters * in), fill_over_time(rng, time, kept);
    test::fill_biases(rng, bias, units);
    // Biases whose results always saturate, in either direction.
    if (seed % 4 == 0) bias[rng.in(0, units - 1)] = rng.in(INT32_MAX / 4, INT32_MAX);
    if (seed % 4 == 1) bias[rng.in(0, units - 1)] = rng.in(INT32_MIN, INT32_MIN / 4);
    const auto* p = c.template params<Form>();
    if (!p) return;
    const void* constants[] = {nullptr, w, time, c.in[3].present() ? bias : nullptr, nullptr};
    test::for_each_packed_row<Form>(*p, constants, [&](const KernelEntry& row, const void* packed) {
      memset(&want, 3, sizeof want), memset(&have, 3, sizeof have);
      for (int call = 0; call < 3; ++call) {
        test::fill_inputs(rng, want.x, batch * in);
        memcpy(have.x, want.x, sizeof have.x);
        const void* const of_reference[] = {want.x, w, time, constants[3], want.state};
        const void* const of_row[] = {have.x, packed, nullptr, nullptr, have.state};
        test::run_both<Form>(*p, of_reference, want.y, row, of_row, have.y);
      }
      EXPECT(memcmp(&have, &want, sizeof have) == 0);
    });
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(test::fast_runs - runs_before > static_cast<int>(test::fast_cases() / 3));
}

}  // namespace

namespace {

struct Floats {
  float x[kMost], y[kMost], state[kMost];
};

// Finite numbers, whose sums have no NaN: its sign follows from the order in which two are added. Layers of
// every third seed have some numbers below 2^-126, others none but products below it.
void fill_finite(test::Rng& rng, uint32_t kind, float* x, int32_t size) {
  const float rare[] = {0.0f, -0.0f, 1e-40f, -1e-40f}, scale = kind == 2 ? 1e-20f : 1;
  for (int32_t i = 0; i < size; ++i)
    x[i] = rng.in(0, 7) ? scale * rng.real(-4, 4) : rare[rng.in(0, kind == 1 ? 3 : 1)];
}

}  // namespace

TEST(svdf_f32_kernels_equal_the_reference_on_random_layers) {
  static float w[kMost], time[kMost], bias[64];
  static Floats want, have;
  int32_t taken = 0;
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 200 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    const uint32_t kind = seed % 3;
    const int32_t batch = rng.in(1, 2), in = rng.in(1, 40), rank = rng.in(1, 3), units = rng.in(3, 12);
    const int32_t filters = units * rank, memory = rng.in(1, 9), kept = filters * memory;
    test::OpCase<Svdf> c;
    c.inputs = 5, c.attrs.rank = rank, c.attrs.fused_activation = static_cast<Activation>(rng.in(0, 3));
    const auto floats = [](const Shape& shape) { return test::tensor(DType::kF32, shape); };
    c.in[0] = floats(test::shape(batch, in)), c.in[1] = floats(test::shape(filters, in));
    c.in[2] = floats(test::shape(filters, memory));
    c.in[3] = rng.in(0, 1) ? floats(test::shape(units)) : TensorInfo();
    c.in[4] = floats(test::shape(batch, kept)), c.in[4].variable = true;
    c.out = floats(test::shape(batch, units));
    fill_finite(rng, kind, w, filters * in), fill_finite(rng, kind % 2, time, kept);
    fill_finite(rng, kind, bias, units);
    const auto* p = c.params<SvdfF32>();
    if (!p) return;
    const void* constants[] = {nullptr, w, time, c.in[3].present() ? bias : nullptr, nullptr};
    const auto compare = [&](const KernelEntry& row, const void* packed) {
      memset(&want, 0, sizeof want), memset(&have, 0, sizeof have);
      for (int call = 0; call < 3; ++call) {
        fill_finite(rng, kind, want.x, batch * in), memcpy(have.x, want.x, sizeof have.x);
        const void* const of_reference[] = {want.x, w, time, constants[3], want.state};
        const void* const of_row[] = {have.x, packed ? packed : w, packed ? nullptr : time,
                                      packed ? nullptr : constants[3], have.state};
        test::run_both<SvdfF32>(*p, of_reference, want.y, row, of_row, have.y);
      }
      EXPECT(memcmp(&have, &want, sizeof have) == 0);
      ++taken;
    };
    test::for_each_packed_row<SvdfF32>(*p, constants, compare);
    for (const auto& row : SvdfF32::unpacked_kernels())
      if (row.invoke && row.accepts(p, KernelRows::kAll)) compare(row, nullptr);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(taken >= (test::has_fast_rows<SvdfF32>() ? 300 : 200));
}

TEST(svdf_kernels_equal_the_reference_on_random_layers) { kernels_equal_the_reference<SvdfS8, int8_t>(); }

TEST(svdf_kernels_with_an_int16_state_equal_the_reference_on_random_layers) {
  kernels_equal_the_reference<SvdfS16, int16_t>();
}
