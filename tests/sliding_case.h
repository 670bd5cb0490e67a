// A filter that slides over an image, straight from its definition: the reference for convolutions and
// poolings.
#pragma once
#include "nook/ops/prepare/window.h"
#include "tests/op_case.h"

namespace test {

struct Slide {
  nook::Window rows, columns;
  nook::Placement y, x;  // placement along the output's rows and columns
};

// Computes the output size of a filter on an image. False if there is none.
inline bool place_slide(const nook::Padding& pad, Slide* s) {
  const auto y = place(s->rows, pad.mode, pad.top, pad.bottom);
  const auto x = place(s->columns, pad.mode, pad.left, pad.right);
  if (!y || !x) return false;
  s->y = *y, s->x = *x;
  return true;
}

// A random filter over a random image; sets the padding. False if this draw has no output.
inline bool random_slide(Rng& rng, int32_t most_dilation, nook::PadMode most_mode, nook::Padding* pad,
                         Slide* s) {
  s->rows = {rng.in(1, 9), rng.in(1, 4), rng.in(1, 3), rng.in(1, most_dilation)};
  s->columns = {rng.in(1, 9), rng.in(1, 4), rng.in(1, 3), rng.in(1, most_dilation)};
  if (rng.in(0, 15) == 0) s->rows.stride = INT32_MAX;  // a single window, and nothing to multiply
  if (rng.in(0, 15) == 0) s->columns.stride = INT32_MAX;
  *pad = {static_cast<nook::PadMode>(rng.in(0, static_cast<int32_t>(most_mode))), rng.in(0, 3), rng.in(0, 3),
          rng.in(0, 3), rng.in(0, 3)};
  return place_slide(*pad, s);
}

// The shapes and attributes of a convolution: x [batch][h][w][channels], y [batch][h][w][outputs].
template <class Op>
void set_convolution(const Slide& s, int32_t batch, int32_t channels, const nook::Shape& w, int32_t outputs,
                     OpCase<Op>* c) {
  c->attrs.stride_h = s.rows.stride, c->attrs.stride_w = s.columns.stride;
  c->attrs.dilation_h = s.rows.dilation, c->attrs.dilation_w = s.columns.dilation;
  c->in[0].shape = shape(batch, s.rows.in, s.columns.in, channels), c->in[1].shape = w;
  c->in[2].shape = shape(outputs), c->out.shape = shape(batch, s.y.out, s.x.out, outputs);
}

// Calls visit(ky, kx, iy, ix) for every tap of one output position that is inside the image.
template <class Visit>
void for_each_tap_inside(const Slide& s, int32_t oy, int32_t ox, Visit visit) {
  for (int32_t ky = 0; ky < s.rows.filter; ++ky) {
    for (int32_t kx = 0; kx < s.columns.filter; ++kx) {
      const int32_t iy = oy * s.rows.stride - s.y.before + ky * s.rows.dilation;
      const int32_t ix = ox * s.columns.stride - s.x.before + kx * s.columns.dilation;
      if (iy >= 0 && iy < s.rows.in && ix >= 0 && ix < s.columns.in) visit(ky, kx, iy, ix);
    }
  }
}

// Calls visit(n, oy, ox, o) for every output element in memory order.
template <class Visit>
void for_each_output(const nook::Shape& y, Visit visit) {
  for (int32_t n = 0; n < y.dim[0]; ++n)
    for (int32_t oy = 0; oy < y.dim[1]; ++oy)
      for (int32_t ox = 0; ox < y.dim[2]; ++ox)
        for (int32_t o = 0; o < y.dim[3]; ++o) visit(n, oy, ox, o);
}

// Calls row(rows, oy) for every output row in order, with the rows of an image `x` in a ring that holds the
// rows that it reads and one more.
template <class T, class Row>
void for_each_row_of_a_ring(const Slide& s, const T* x, int32_t channels, Row row) {
  static T ring[640];
  const int32_t width = s.columns.in * channels;
  const int32_t held = (s.rows.filter - 1) * s.rows.dilation + 2;
  EXPECT(held * width <= 640);
  const nook_rows rows = {ring, width * static_cast<int32_t>(sizeof(T)), held};
  for (int32_t oy = 0; oy < s.y.out; ++oy) {
    const int32_t first = oy * s.rows.stride - s.y.before;
    for (int32_t iy = first; iy < first + held - 1; ++iy)
      for (int32_t i = 0; i < width; ++i)
        if (iy >= 0 && iy < s.rows.in) ring[iy % held * width + i] = x[iy * width + i];
    row(&rows, oy);
  }
}

// For an int16 form: each row that its reference kernel computes from a ring equals the row of the whole
// image, `c`, which has `channels` and an output of at most 200 elements. `w` and `bias` are constants.
template <class Form, class Op>
void rows_of_s16_equal_the_whole(OpCase<Op>& c, const Slide& slide, int32_t channels, const void* w,
                                 const void* bias) {
  static int16_t x[400], whole[200], row[200];
  Rng rng(7);
  const int32_t out_row = c.out.shape.dim[2] * c.out.shape.dim[3];
  EXPECT(c.in[0].shape.elements() <= 400 && c.out.shape.elements() <= 200);
  fill(rng, x, c.in[0].shape.elements());
  const auto* p = c.template params<Form>();
  if (!p) return;
  const void* in[] = {x, w, bias};
  void* out[] = {whole};
  const auto kernels = Form::kernels();
  const auto of_rows = Form::row_kernels();
  kernels[kernels.size() - 1].invoke(p, {in, out, nullptr});
  out[0] = row;
  const auto* bytes = reinterpret_cast<const int8_t*>(x);
  for_each_row_of_a_ring(slide, bytes, 2 * channels, [&](const nook_rows* rows, int32_t oy) {
    of_rows[of_rows.size() - 1](p, rows, oy, {in, out, nullptr});
    EXPECT(memcmp(row, whole + oy * out_row, static_cast<size_t>(2 * out_row)) == 0);
  });
}

}  // namespace test
