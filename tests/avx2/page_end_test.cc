// Kernels for the vectors of hosts read and write nothing outside of their operands: these end where a page
// ends, or begin where one begins, and the neighbouring pages can't be accessed.
#include <sys/mman.h>
#include <unistd.h>

#include <initializer_list>

#include "nook/ops/add/add_op.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "tests/kernel_case.h"

using namespace nook;
using test::OpCase;
using test::shape;

namespace {

constexpr size_t kRoom = 1 << 16;

// Memory between two inaccessible pages.
class Fenced {
 public:
  Fenced() : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
    void* all = mmap(nullptr, kRoom + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    base_ = static_cast<uint8_t*>(all) + page_;
    EXPECT(all != MAP_FAILED && mprotect(base_, kRoom, PROT_READ | PROT_WRITE) == 0);
  }
  ~Fenced() { munmap(base_ - page_, kRoom + 2 * page_); }
  Fenced(const Fenced&) = delete;
  Fenced& operator=(const Fenced&) = delete;

  // `bytes` at a multiple of `align` from the start, or as close to the end as that allows.
  uint8_t* at(bool end, size_t bytes, size_t align) const {
    return end ? base_ + (kRoom - bytes) / align * align : base_;
  }

 private:
  size_t page_;
  uint8_t* base_;
};

Fenced inputs[2], weights, biases, output, scratch;

uint8_t* put(const Fenced& fenced, bool end, const test::Operand& operand) {
  uint8_t* const to = fenced.at(end, static_cast<size_t>(operand.bytes), 1);
  memcpy(to, operand.data, static_cast<size_t>(operand.bytes));
  return to;
}

// Runs every row of these that accepts `p`; `tensors` leading operands are not constants. Returns the number
// of rows.
template <class Form>
int run_fenced(const typename Form::Params& p, const test::Operand* in, int tensors, int32_t bytes) {
  static uint8_t reference[kRoom];
  int rows = 0;
  const void* constants[4] = {nullptr, in[1].data, tensors == 1 ? in[2].data : nullptr, nullptr};
  const auto all = Form::kernels();
  const void* plain[4] = {in[0].data, in[1].data, constants[2], nullptr};
  void* out[] = {reference};
  all[all.size() - 1].invoke(&p, {plain, out, nullptr});
  for (const auto& row : all) {
    if (row.isa == kRef || !has(kBuildIsa, row.isa) || !row.accepts(&p, nook::KernelRows::kAll)) continue;
    if (row.packing->takes && !row.packing->takes(&p, constants)) continue;
    ++rows;
    for (const bool end : {false, true}) {
      const void* pointers[4] = {put(inputs[0], end, in[0]), nullptr, nullptr, nullptr};
      if (tensors == 2) {
        pointers[1] = put(inputs[1], end, in[1]);
      } else if (!row.packing->bytes) {
        pointers[1] = put(weights, end, in[1]);
        pointers[2] = in[2].data ? put(biases, end, in[2]) : nullptr;
      } else {
        uint8_t* const packed = weights.at(end, static_cast<size_t>(row.packing->bytes(&p)), 16);
        nook::PackedBytes to(packed);
        row.packing->pack(&p, constants, to);
        pointers[1] = packed;
      }
      void* y[] = {output.at(end, static_cast<size_t>(bytes), 1)};
      row.invoke(&p, {pointers, y, scratch.at(end, static_cast<size_t>(row.scratch(&p)), 16)});
      EXPECT(memcmp(y[0], reference, static_cast<size_t>(bytes)) == 0);
    }
  }
  return rows;
}

template <class Op>
void fill_layer(test::Rng& rng, OpCase<Op>& c, int8_t* x, int8_t* w, int32_t* bias, int32_t outputs) {
  test::fill_inputs(rng, x, c.in[0].shape.elements());
  test::fill_weights(rng, w, c.in[1].shape.elements());
  test::fill_biases(rng, bias, outputs);
}

template <class Op>
OpCase<Op> layer() {
  OpCase<Op> c;
  c.inputs = 3;
  for (TensorInfo* t : {&c.in[0], &c.in[1], &c.out}) t->type = DType::kS8;
  c.in[2].type = DType::kS32;
  return c;
}

constexpr int32_t kMost = 8192, kMostOut = 64;
int8_t x[kMost], w[kMost];
int32_t bias[kMostOut];

// A convolution of either kind, kSame: windows at all edges.
template <class Op, class Form>
int run_image(test::Rng& rng, int32_t channels, int32_t filter, int32_t stride, int32_t out_c) {
  OpCase<Op> c = layer<Op>();
  const int32_t size = rng.in(filter, filter + 4), out = (size + stride - 1) / stride;
  const bool depthwise = Form::kType == DepthwiseConv2DS8::kType;
  c.attrs.padding.mode = PadMode::kSame, c.attrs.stride_h = c.attrs.stride_w = stride;
  c.in[0].shape = shape(1, size, size, channels);
  c.in[1].shape = depthwise ? shape(1, filter, filter, channels) : shape(out_c, filter, filter, channels);
  c.in[2].shape = shape(out_c), c.out.shape = shape(1, out, out, out_c);
  if (c.in[0].shape.elements() > kMost || c.in[1].shape.elements() > kMost) return 0;
  [[maybe_unused]] const test::RandomQuantization quantization(rng, c, out_c);  // `c` points into it
  fill_layer(rng, c, x, w, bias, out_c);
  const test::Operand in[] = {
      {x, c.in[0].shape.elements()}, {w, c.in[1].shape.elements()}, {bias, 4 * out_c}};
  const auto* p = c.template params<Form>();
  return p ? run_fenced<Form>(*p, in, 1, c.out.shape.elements()) : 0;
}

// Likewise of float32.
template <class Op, class Form>
int run_float_image(test::Rng& rng, int32_t channels, int32_t filter, int32_t stride, int32_t out_c) {
  OpCase<Op> c;
  test::Slide s;
  s.rows = s.columns = {rng.in(filter, filter + 7), filter, stride, 1};
  c.attrs.padding.mode = PadMode::kSame;
  const bool depthwise = Form::kType == DepthwiseConv2DF32::kType;
  const Shape of_w = depthwise ? shape(1, filter, filter, out_c) : shape(out_c, filter, filter, channels);
  if (!test::place_slide(c.attrs.padding, &s)) return 0;
  test::set_convolution(s, 1, channels, of_w, out_c, &c);
  for (const Shape& each : {c.in[0].shape, c.in[1].shape, c.out.shape})
    if (each.elements() > test::kMostBytes / 4) return 0;
  const test::RandomF32<Op> data(rng, c);
  const auto* p = c.template params<Form>();
  return p ? run_fenced<Form>(*p, data.in, 1, c.out.bytes()) : 0;
}

}  // namespace

TEST(convolutions_touch_nothing_outside_their_operands) {
  int rows = 0;
  for (uint32_t seed = 0; seed < 600; ++seed) {
    test::Rng rng(seed);
    rows += run_image<Conv2D, Conv2DS8>(rng, rng.in(1, 40), rng.in(1, 4), rng.in(1, 2), rng.in(1, 20));
  }
  EXPECT(rows > 800);
}

TEST(depthwise_convolutions_touch_nothing_outside_their_operands) {
  int rows = 0;
  for (uint32_t seed = 0; seed < 600; ++seed) {
    test::Rng rng(seed);
    const int32_t channels = rng.in(0, 3) ? rng.in(8, 40) : 8;
    rows +=
        run_image<DepthwiseConv2D, DepthwiseConv2DS8>(rng, channels, rng.in(1, 5), rng.in(1, 2), channels);
  }
  EXPECT(rows > 400);
}

TEST(fully_connected_layers_touch_nothing_outside_their_operands) {
  int rows = 0;
  for (uint32_t seed = 0; seed < 600; ++seed) {
    test::Rng rng(seed);
    OpCase<FullyConnected> c = layer<FullyConnected>();
    const int32_t batch = rng.in(1, 3), depth = rng.in(1, 70), out = rng.in(1, 20);
    c.in[0].shape = shape(batch, depth), c.in[1].shape = shape(out, depth);
    c.in[2].shape = shape(out), c.out.shape = shape(batch, out);
    const test::RandomQuantization quantization(rng, c, out);
    fill_layer(rng, c, x, w, bias, out);
    const test::Operand in[] = {{x, batch * depth}, {w, out * depth}, {bias, 4 * out}};
    const auto* p = c.params<FullyConnectedS8>();
    if (p) rows += run_fenced<FullyConnectedS8>(*p, in, 1, batch * out);
  }
  EXPECT(rows > 300);
}

TEST(float_layers_touch_nothing_outside_their_operands) {
  int rows = 0;
  for (uint32_t seed = 0; seed < 600; ++seed) {
    test::Rng rng(seed);
    const int32_t channels = rng.in(1, 20), filter = rng.in(1, 4), stride = rng.in(1, 2);
    rows += run_float_image<Conv2D, Conv2DF32>(rng, channels, filter, stride, rng.in(1, 20));
    rows += run_float_image<DepthwiseConv2D, DepthwiseConv2DF32>(rng, channels, filter, stride, channels);
    rows += run_float_image<DepthwiseConv2D, DepthwiseConv2DF32>(rng, 1, filter, stride, channels);
    OpCase<FullyConnected> c;
    const int32_t batch = rng.in(1, 6), inputs = rng.in(1, 15), outputs = rng.in(1, 64);
    c.in[0].shape = shape(batch, inputs), c.in[1].shape = shape(outputs, inputs);
    c.out.shape = shape(batch, outputs);
    const test::RandomF32<FullyConnected> data(rng, c);
    const auto* p = c.params<FullyConnectedF32>();
    if (p) rows += run_fenced<FullyConnectedF32>(*p, data.in, 1, c.out.bytes());
  }
  EXPECT(rows > 1500);
}

TEST(additions_touch_nothing_outside_their_operands) {
  int rows = 0;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    OpCase<Add> c;
    const int32_t size = rng.in(1, 70);
    const float scale[] = {rng.real(0.001f, 0.2f), rng.real(0.001f, 0.2f), rng.real(0.01f, 0.3f)};
    c.in[0] = test::quantized(shape(size), scale[0], rng.in(-128, 127));
    c.in[1] = test::quantized(shape(size), scale[1], rng.in(-128, 127));
    c.out = test::quantized(shape(size), scale[2], rng.in(-128, 127));
    test::fill(rng, x, size), test::fill(rng, w, size);
    const test::Operand in[] = {{x, size}, {w, size}, {nullptr, 0}};
    const auto* p = c.params<AddS8>();
    if (p) rows += run_fenced<AddS8>(*p, in, 2, size);
  }
  EXPECT_EQ(rows, 300);
}
