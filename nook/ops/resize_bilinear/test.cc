#include <math.h>

#include "nook/ops/resize_bilinear/resize_bilinear_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

namespace {

struct Resize {
  int32_t size[2];
  OpCase<ResizeBilinear> c;

  Resize(DType type, const Shape& x, int32_t height, int32_t width) : size{height, width} {
    c.in[0] = tensor(type, x), c.in[1] = constant(size);
    c.out = tensor(type, shape(x.dim[0], height, width, x.dim[3]));
  }
};

// The position in x of position i of y, by definition.
double place(const ResizeBilinear::Attrs& attrs, int32_t i, int32_t in, int32_t out) {
  if (attrs.align_corners && out > 1) return double{1} * i * (in - 1) / (out - 1);
  const double scale = double{1} * in / out;
  const double at = attrs.half_pixel_centers ? (i + 0.5) * scale - 0.5 : i * scale;
  return at < 0 ? 0 : at > in - 1 ? in - 1 : at;
}

template <class Element>
double value(const Resize& r, const Element* x, const int32_t* at) {
  const Shape &from = r.c.in[0].shape, &to = r.c.out.shape;
  const double y = place(r.c.attrs, at[1], from.dim[1], to.dim[1]);
  const double z = place(r.c.attrs, at[2], from.dim[2], to.dim[2]);
  const int32_t top = static_cast<int32_t>(y), left = static_cast<int32_t>(z);
  const double weight[] = {1 - (y - top), y - top}, across[] = {1 - (z - left), z - left};
  double sum = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const int32_t pixel[] = {at[0], top + i < from.dim[1] ? top + i : top,
                               left + j < from.dim[2] ? left + j : left, at[3]};
      sum += weight[i] * across[j] * static_cast<double>(x[test::element_at(from, pixel)]);
    }
  return sum;
}

// Compares random images with the definition; the error is at most `most`.
template <class Form, class Element>
void is_the_definition_to(DType type, double most) {
  static Element x[300], y[700];
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    const Shape from = shape(rng.in(1, 2), rng.in(1, 6), rng.in(1, 6), rng.in(1, 3));
    Resize r(type, from, rng.in(1, 10), rng.in(1, 10));
    const int32_t corners = rng.in(0, 2);
    r.c.attrs = {corners == 1, corners == 2};
    for (int32_t i = 0; i < from.elements(); ++i) x[i] = static_cast<Element>(rng.in(-128, 127));
    const auto* p = r.c.template params<Form>();
    if (!p) return;
    test::run_reference<Form>(*p, x, y);
    for (int32_t i = 0; i < r.c.out.shape.elements(); ++i) {
      int32_t at[kMaxRank];
      test::position_of(r.c.out.shape, i, at);
      EXPECT(fabs(value(r, x, at) - static_cast<double>(y[i])) <= most);
    }
    const test::Operand in[] = {{x, r.c.in[0].bytes()}};
    test::expect_rows<Form>(*p, in, 1, y, r.c.out.bytes(), sizeof(Element));
    test::expect_rows_of_rings<Form>(*p, in, 1, 0, from, r.c.out.shape, sizeof(Element), y);
  }
}

}  // namespace

// Positions are in 1/1024 of a pixel. At the last of ten pixels the error is at most ten times half of that,
// times 255 steps, in each direction, plus the rounding of the result.
TEST(resize_bilinear_s8_is_near_the_definition) {
  is_the_definition_to<ResizeBilinearS8, int8_t>(DType::kS8, 3.0);
}

TEST(resize_bilinear_s16_is_near_the_definition) {
  is_the_definition_to<ResizeBilinearS16, int16_t>(DType::kS16, 3.0);
}

TEST(resize_bilinear_u8_is_the_definition_rounded) {
  is_the_definition_to<ResizeBilinearU8, uint8_t>(DType::kU8, 0.501);
}

TEST(resize_bilinear_u8_equals_results_computed_by_hand) {
  const uint8_t x[] = {0, 1}, plain[] = {0, 1, 1, 1}, centres[] = {0, 0, 1, 1};
  const test::Operand in[] = {{x, sizeof x}};
  Resize r(DType::kU8, shape(1, 1, 2, 1), 1, 4);
  const auto* p = r.c.params<ResizeBilinearU8>();
  if (p) test::expect_rows<ResizeBilinearU8>(*p, in, 1, plain, sizeof plain, 1);
  r.c.attrs = {false, true}, p = r.c.params<ResizeBilinearU8>();
  if (p) test::expect_rows<ResizeBilinearU8>(*p, in, 1, centres, sizeof centres, 1);
}

TEST(resize_bilinear_s16_equals_results_computed_by_hand) {
  const int16_t x[] = {-32768, 32767}, centres[] = {-32768, -16384, 16383, 32767};
  const test::Operand in[] = {{x, sizeof x}};
  Resize r(DType::kS16, shape(1, 1, 2, 1), 1, 4);
  r.c.attrs = {false, true};
  const auto* p = r.c.params<ResizeBilinearS16>();
  if (p) test::expect_rows<ResizeBilinearS16>(*p, in, 1, centres, sizeof centres, 2);
}

TEST(resize_bilinear_f32_is_the_definition) {
  is_the_definition_to<ResizeBilinearF32, float>(DType::kF32, 1e-3);
}

TEST(resize_bilinear_s8_equals_results_computed_by_hand) {
  const int8_t x[] = {-100, 100}, plain[] = {-100, 0, 100, 100}, corners[] = {-100, -33, 33, 100},
               centres[] = {-100, -50, 50, 100};
  const test::Operand in[] = {{x, 2}};
  Resize r(DType::kS8, shape(1, 1, 2, 1), 1, 4);
  const auto* p = r.c.params<ResizeBilinearS8>();
  if (p) test::expect_rows<ResizeBilinearS8>(*p, in, 1, plain, 4, 1);
  r.c.attrs = {true, false}, p = r.c.params<ResizeBilinearS8>();
  if (p) test::expect_rows<ResizeBilinearS8>(*p, in, 1, corners, 4, 1);
  r.c.attrs = {false, true}, p = r.c.params<ResizeBilinearS8>();
  if (p) test::expect_rows<ResizeBilinearS8>(*p, in, 1, centres, 4, 1);
}

// Half a unit in the last place of the scale, times 2000, would be outside the image without a limit.
TEST(resize_bilinear_s8_stays_inside_the_image) {
  static int8_t y[2000];
  const int8_t x[] = {7};
  for (int8_t& v : y) v = 7;
  Resize r(DType::kS8, shape(1, 1, 1, 1), 1, 2000);
  const test::Operand in[] = {{x, 1}};
  const auto* p = r.c.params<ResizeBilinearS8>();
  if (p) test::expect_rows<ResizeBilinearS8>(*p, in, 1, y, sizeof y, 1);
}

TEST(resize_bilinear_reads_its_options) {
  const auto attrs = test::Options<4>({0, 0, 1, 0}).parse<ResizeBilinear>();
  EXPECT(attrs && attrs->align_corners && !attrs->half_pixel_centers);
}

// All rows are examined, so an image of very many has no window of rows.
TEST(resize_bilinear_f32_runs_row_by_row_unless_an_image_has_too_many_rows) {
  nook_resize_bilinear_f32 p{};
  p.in_h = 6, p.out_h = 12, p.scale_h = 0.5f;
  const WindowRows window = ResizeBilinearF32::window(p);
  EXPECT(window.exists());
  for (int32_t y = 0; y < p.out_h; ++y)
    EXPECT(window.first(y) <= y / 2 && window.until(y, p.in_h) >= (y / 2 + 2 < p.in_h ? y / 2 + 2 : p.in_h));
  p.in_h = 1 << 20;
  EXPECT(ResizeBilinearF32::window(p).exists());
  ++p.in_h;
  EXPECT(!ResizeBilinearF32::window(p).exists());
}

TEST(resize_bilinear_refuses_operands_that_do_not_fit) {
  const DType types[] = {DType::kS8, DType::kS16, DType::kF32, DType::kU8};
  for (const DType type : types) {
    const auto x = shape(1, 2, 3, 1);
    Resize r(type, x, 4, 5);
    EXPECT(r.c.prepare());
    r.c.attrs = {true, true};
    EXPECT(r.c.refused(Reason::kAttribute, 0));
    r.c.attrs = {}, r.c.in[1].data = nullptr;
    EXPECT(r.c.refused(Reason::kNotConstant, 1));
    r.c.in[1] = constant(r.size), r.size[1] = 6;
    EXPECT(r.c.refused(Reason::kOutputShape, kFirstOutput));
    r.size[1] = 5, r.c.out.shape = shape(1, 4, 5, 2);
    EXPECT(r.c.refused(Reason::kOutputShape, kFirstOutput));
    r.c.out.shape = shape(4, 5, 1);
    EXPECT(r.c.refused(Reason::kRank, kFirstOutput));
    r.c.in[0].shape = shape(1, 0, 3, 1);
    EXPECT(r.c.refused(Reason::kElements, 0));
    r.c.in[0].shape = shape(2, 3, 1);
    EXPECT(r.c.refused(Reason::kRank, 0));
    r.c.out.type = DType::kS32;
    EXPECT(r.c.no_form());
  }
  Resize large(DType::kS8, shape(1, 1 << 21, 1, 1), 1, 1);
  EXPECT(large.c.refused(Reason::kTooLarge, 0));
}
