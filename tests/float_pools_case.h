// Compares the float32 kernels of AVERAGE_POOL_2D and MAX_POOL_2D with the reference, on random images.
#pragma once
#include "tests/kernel_case.h"

namespace test {

// A random pool of float32, in layer_data.x. False if this draw has none that fits.
template <class Op>
bool random_float_pool(Rng& rng, int32_t batch, OpCase<Op>& c, Slide* s) {
  using nook::DType;
  if (!random_slide(rng, 1, nook::PadMode::kSame, &c.attrs.padding, s)) return false;
  const int32_t channels = rng.in(1, 23);
  c.attrs.filter_h = s->rows.filter, c.attrs.filter_w = s->columns.filter;
  c.attrs.stride_h = s->rows.stride, c.attrs.stride_w = s->columns.stride;
  c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
  c.in[0] = tensor(DType::kF32, shape(batch, s->rows.in, s->columns.in, channels));
  c.out = tensor(DType::kF32, shape(batch, s->y.out, s->x.out, channels));
  if (c.in[0].bytes() > kMostBytes || c.out.bytes() > kMostBytes) return false;
  fill_floats(rng, layer_data.x, c.in[0].shape.elements());
  return true;
}

template <class Op, class Form>
void float_pools_equal_the_reference() {
  const int before = failures, runs_before = fast_runs;
  for (uint32_t seed = 0; seed < 300 && failures == before; ++seed) {
    Rng rng(seed);
    OpCase<Op> c;
    Slide slide;
    if (!random_float_pool(rng, rng.in(1, 2), c, &slide)) continue;
    const Operand in[] = {{layer_data.x, c.in[0].bytes()}};
    const auto* p = c.template params<Form>();
    if (p) expect_rows_like_reference<Form>(*p, in, 1, c.out.bytes(), 4);
    if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(!has_fast_rows<Form>() || fast_runs - runs_before > 100);
}

// Rows of the output, from the rows of the image in a ring.
template <class Op, class Form>
void float_pools_by_rows_equal_the_reference() {
  static float y[kMostBytes / 4];
  const int before = failures;
  int compared = 0;
  for (uint32_t seed = 0; seed < 300 && failures == before; ++seed) {
    Rng rng(seed);
    OpCase<Op> c;
    Slide slide;
    if (!random_float_pool(rng, 1, c, &slide)) continue;
    const int32_t channels = c.in[0].shape.back(0), row_bytes = slide.x.out * channels * 4;
    if ((slide.rows.filter + 1) * slide.columns.in * channels > 640) continue;
    const auto* p = c.template params<Form>();
    if (!p) return;
    const auto* x = reinterpret_cast<const float*>(layer_data.x);
    run_reference<Form>(*p, x, op_memory.reference);
    const auto kernels = Form::fast_kernels();
    for (size_t i = 0; i < kernels.size(); ++i) {
      if (!kernels[i].accepts(p, nook::KernelRows::kAll)) continue;
      for_each_row_of_a_ring(slide, x, channels, [&](const nook_rows* rows, int32_t oy) {
        void* out[] = {y};
        keeping_fpu_registers([&] { Form::row_kernels()[i](p, rows, oy, {nullptr, out, nullptr}); });
        EXPECT(memcmp(y, op_memory.reference + oy * row_bytes, static_cast<size_t>(row_bytes)) == 0);
      });
      ++compared;
    }
    if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(compared > 100);
}

}  // namespace test
