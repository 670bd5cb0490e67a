// Compares one kernel of an operator with weights with the reference, on random layers: for the test that
// ./dev new-kernel writes with each kernel. tests/data_kernel_case.h is for other operators.
//
//   TEST(conv2d_f32_fpu_4x4_equals_the_reference_on_random_layers) {
//     const auto layers = [](test::Rng& rng, test::OpCase<Conv2D>& c) {
//       ...shapes and attributes...
//       return true;
//     };
//     EXPECT((test::runs_like_reference<Conv2DF32, test::RandomF32>("nook_conv2d_f32_fpu_4x4", kFpu,
//     layers)));
//   }
#pragma once
#include "tests/sliding_case.h"
#include "tests/weighted_case.h"

namespace test {

// Random constants and inputs of one layer, by the type of its input.
struct LayerData {
  static constexpr int32_t kMostOutputs = RandomQuantization::kMostChannels;
  alignas(16) uint8_t x[kMostBytes], w[kMostBytes];
  int32_t bias[kMostOutputs];
  int64_t wide[kMostOutputs];  // biases of int16 layers
};
inline LayerData layer_data;

// Finite values of all magnitudes and both zeros; if `small`, also some below 2^-126 and some with such
// products; sometimes infinities, or NaNs too, all of which are the one that this machine makes: compilers
// choose which of two different NaNs a sum keeps.
inline void fill_floats(Rng& rng, void* at, int32_t size, bool small = true) {
  float* const x = static_cast<float*>(at);
  const volatile float infinity = __builtin_inff();
  const float rare[] = {0.0f, -0.0f, 3e38f, 1e-40f, -1e-40f, 1e-20f, infinity, infinity - infinity};
  constexpr int32_t kSmall = 3, kInfinity = 6;
  const int32_t most = rng.in(0, 7) ? kInfinity - 1 : rng.in(kInfinity, kInfinity + 1);
  for (int32_t i = 0; i < size; ++i) {
    const int32_t pick = rng.in(0, most);
    const bool other = !small && pick >= kSmall && pick < kInfinity;
    x[i] = rng.in(0, 15) ? rng.real(-8, 8) : rare[other ? pick - kSmall : pick];
  }
}

// The operands of a layer of float32, and of int8 and int16 with a random quantization.
template <class Op>
struct RandomF32 {
  Operand in[3];
  RandomF32(Rng& rng, OpCase<Op>& c) {
    using nook::DType;
    const int32_t outputs = c.out.shape.back(0);
    c.inputs = 3;
    c.in[0].type = c.in[1].type = c.in[2].type = c.out.type = DType::kF32, c.in[2].shape = shape(outputs);
    c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
    const bool small = rng.in(0, 1);
    fill_floats(rng, layer_data.x, c.in[0].shape.elements(), small);
    fill_floats(rng, layer_data.w, c.in[1].shape.elements(), small);
    fill_floats(rng, layer_data.bias, outputs, small);
    in[0] = {layer_data.x, c.in[0].bytes()}, in[1] = {layer_data.w, c.in[1].bytes()};
    in[2] = {rng.in(0, 3) ? layer_data.bias : nullptr, outputs * 4};
  }
};
template <class Op>
struct RandomS8 {
  Operand in[3];
  RandomQuantization quantization;  // `c` borrows its scales
  RandomS8(Rng& rng, OpCase<Op>& c) : quantization(rng, c, c.out.shape.back(0)) {
    using nook::DType;
    const int32_t outputs = c.out.shape.back(0);
    c.inputs = 3;
    c.in[0].type = c.in[1].type = c.out.type = DType::kS8, c.in[2].type = DType::kS32;
    c.in[2].shape = shape(outputs);
    fill_inputs(rng, reinterpret_cast<int8_t*>(layer_data.x), c.in[0].shape.elements());
    fill_weights(rng, reinterpret_cast<int8_t*>(layer_data.w), c.in[1].shape.elements());
    fill_biases(rng, layer_data.bias, outputs);
    in[0] = {layer_data.x, c.in[0].bytes()}, in[1] = {layer_data.w, c.in[1].bytes()};
    in[2] = {rng.in(0, 3) ? layer_data.bias : nullptr, outputs * 4};
  }
};

template <class Op>
struct RandomS16 {
  Operand in[3];
  RandomQuantization quantization;  // `c` borrows its scales
  RandomS16(Rng& rng, OpCase<Op>& c) : quantization(rng, c, c.out.shape.back(0)) {
    using nook::DType;
    const int32_t outputs = c.out.shape.back(0), elements = c.in[0].shape.elements();
    quantization.x *= 0.03f;
    c.inputs = 3, c.attrs.bias_type = DType::kS64;
    c.in[0].type = c.out.type = DType::kS16, c.in[1].type = DType::kS8, c.in[2].type = DType::kS64;
    c.in[0].zero_point = c.out.zero_point = 0, c.in[2].shape = shape(outputs);
    const bool extreme = rng.in(0, 3) == 0, huge = rng.in(0, 31) == 0;
    auto* const x = reinterpret_cast<int16_t*>(layer_data.x);
    for (int32_t i = 0; i < elements; ++i)
      x[i] = static_cast<int16_t>(extreme ? (rng.in(0, 1) ? 32767 : -32768) : rng.in(-32768, 32767));
    fill_weights(rng, reinterpret_cast<int8_t*>(layer_data.w), c.in[1].shape.elements());
    fill_biases(rng, layer_data.bias, outputs);
    for (int32_t o = 0; o < outputs; ++o)
      layer_data.wide[o] = int64_t{layer_data.bias[o]} * (huge ? 1 << 20 : 1 << rng.in(0, 6));
    in[0] = {layer_data.x, c.in[0].bytes()}, in[1] = {layer_data.w, c.in[1].bytes()};
    in[2] = {rng.in(0, 3) ? layer_data.wide : nullptr, outputs * 8};
  }
};

// Whether `symbol` writes the bytes of the reference on random layers, of which it takes at least one in
// eight. On a core without `isa` there is nothing to run. `Data` is RandomF32, RandomS8 or RandomS16;
// layers(rng, case)
// sets the shapes and attributes of a layer, or returns false.
template <class Form, template <class> class Data, class Layers>
bool runs_like_reference(const char* symbol, uint32_t isa, Layers layers) {
  const nook::KernelEntry* const row = row_called<Form>(symbol);
  if (!row || !nook::has(nook::kBuildIsa, isa)) return row != nullptr;
  const int before = failures;
  uint32_t all = 0, taken = 0;
  for (uint32_t seed = 0; all < fast_cases() && failures == before; ++seed) {
    Rng rng(seed);
    OpCase<typename Form::Op> c;
    if (!layers(rng, c) || c.in[0].shape.elements() > kMostBytes / 4 ||
        c.in[1].shape.elements() > kMostBytes / 4 || c.out.shape.elements() > kMostBytes / 4)
      continue;
    ++all;
    const Data<typename Form::Op> data(rng, c);
    const auto* const p = c.template params<Form>();
    if (!p) return false;
    const void* const constants[] = {nullptr, data.in[1].data, data.in[2].data};
    if (!row->accepts(p, nook::KernelRows::kAll) ||
        (row->packing->takes && !row->packing->takes(p, constants)))
      continue;
    ++taken;
    run_weighted_reference<Form>(*p, data.in[0].data, data.in[1].data, data.in[2].data, op_memory.reference);
    expect_row_in_all_places<Form>(*row, *p, data.in, 3, op_memory.reference, c.out.bytes(), 4, 4);
    if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  return takes_enough(symbol, taken, all) && failures == before;
}

// Whether the function for one row of a float32 kernel writes, from the rows of a ring, the bytes of the
// reference, on random layers of one image: layers(rng, case, slide) sets their shapes.
template <class Form, class Params, class Layers>
bool rows_like_reference(const char* symbol,
                         void (*row_kernel)(const Params*, const nook_rows*, int32_t, const float*,
                                            const float*, float*, void*),
                         Layers layers) {
  const nook::KernelEntry* const row = row_called<Form>(symbol);
  const int before = failures;
  int32_t taken = 0;
  static float y_row[kMostBytes / 4];
  for (uint32_t seed = 0; seed < 200 && failures == before; ++seed) {
    Rng rng(seed);
    OpCase<typename Form::Op> c;
    Slide slide;
    if (!layers(rng, c, &slide) || c.in[0].shape.dim[0] != 1 || c.in[0].shape.elements() > kMostBytes / 4 ||
        c.in[1].shape.elements() > kMostBytes / 4 || c.out.shape.elements() > kMostBytes / 4)
      continue;
    const RandomF32<typename Form::Op> data(rng, c);
    const auto* const p = c.template params<Form>();
    const int32_t row_bytes = c.out.bytes() / c.out.shape.dim[1], channels = c.in[0].shape.back(0);
    const void* const constants[] = {nullptr, data.in[1].data, data.in[2].data};
    if (!p || !row->accepts(p, nook::KernelRows::kAll) ||
        (row->packing->takes && !row->packing->takes(p, constants)) ||
        ((slide.rows.filter - 1) * slide.rows.dilation + 2) * slide.columns.in * channels > 640)
      continue;
    ++taken;
    run_weighted_reference<Form>(*p, data.in[0].data, data.in[1].data, data.in[2].data, op_memory.reference);
    const bool packs = row->packing->bytes;
    const void* const packed = packs ? packed_for<Form>(symbol, *p, data.in, 3) : data.in[1].data;
    const auto* const w = static_cast<const float*>(packed);
    const auto* const bias = packs ? nullptr : static_cast<const float*>(data.in[2].data);
    const auto* x = static_cast<const float*>(data.in[0].data);
    for_each_row_of_a_ring(slide, x, channels, [&](const nook_rows* rows, int32_t oy) {
      keeping_fpu_registers([&] { row_kernel(p, rows, oy, w, bias, y_row, scratch_of(*row, p)); });
      EXPECT(memcmp(y_row, op_memory.reference + oy * row_bytes, static_cast<size_t>(row_bytes)) == 0);
    });
    if (failures != before) printf("%s: seed %u\n", symbol, static_cast<unsigned>(seed));
  }
  return failures == before && taken >= 20;
}

}  // namespace test
