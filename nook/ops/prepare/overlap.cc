#include "nook/ops/prepare/overlap.h"

namespace nook {
namespace {

// One axis: positions of the output, and the position of the filter in the input for each. place() in
// window.h checked that all of them are below 2^31.
struct Axis {
  int32_t stride, pad, in, out;

  // The first input under the filter that is inside the image; no earlier input is read again.
  int32_t first(int32_t place) const {
    const int32_t at = place * stride - pad;
    return at < 0 ? 0 : at > in ? in : at;
  }
};

// first() is linear between the start of the axis, the point where the filter leaves the padding, the point
// where it leaves the image, and the end of the axis. So is the distance between a position and first() of
// the next one.
class Corners {
 public:
  explicit Corners(const Axis& axis) : out_(axis.out) {
    const int32_t image_end = (axis.in + axis.pad) / axis.stride;
    const int32_t around[] = {0, axis.pad / axis.stride, image_end, axis.out - 1};
    for (const int32_t place : around)
      for (int32_t step = -1; step <= 1; ++step) add(place + step);
  }
  const int32_t* begin() const { return at_; }
  const int32_t* end() const { return at_ + size_; }

 private:
  void add(int32_t place) {
    if (place >= 0 && place < out_) at_[size_++] = place;
  }
  int32_t at_[12], size_ = 0, out_;
};

Axis rows_of(const Raster& r) { return {r.stride_h, r.pad_top, r.in_h, r.out_h}; }
Axis columns_of(const Raster& r) { return {r.stride_w, r.pad_left, r.in_w, r.out_w}; }

void raise(int64_t& most, int64_t lead) { most = lead > most ? lead : most; }

}  // namespace

// To write a row, which ends at (y + 1) * out, a kernel reads its input from some row on and never reads
// earlier rows again. The difference of the two is linear in the image, too: its maximum is at the first or
// the last image.
int32_t row_lead(const Raster& r) {
  const Axis rows = rows_of(r);
  const int64_t out = r.out_w * r.out_pixel, in = r.in_w * r.in_pixel;
  const int64_t next_image = r.out_h * out - r.in_h * in, images = r.batch - 1;
  int64_t most = 0;
  for (const int32_t y : Corners(rows)) {
    const int64_t lead = (int64_t{y} + 1) * out - rows.first(y) * in;
    raise(most, lead + (next_image > 0 ? images * next_image : 0));
  }
  return static_cast<int32_t>(most);
}

int32_t pixel_lead(const Raster& r, int32_t together) {
  if (r.stride_h != 1 || r.stride_w != 1) return row_lead(r);
  const int64_t pixels = int64_t{r.batch} * r.out_h * r.out_w;
  // Linear in the pixel: the maximum is at the first or the last pixel.
  const int64_t at_once = together < pixels ? together : pixels;
  const int64_t first = at_once * r.out_pixel, last = pixels * r.out_pixel - (pixels - at_once) * r.in_pixel;
  return static_cast<int32_t>(first > last ? first : last);
}

// A byte is written after the last read of the old byte, except by later channels of its pixel and by later
// pixels.
int32_t channel_lead(const Raster& r) {
  if (r.in_pixel != r.out_pixel) return row_lead(r);
  const Axis rows = rows_of(r), columns = columns_of(r);
  const Corners ys(rows), xs(columns);
  const int64_t bytes = r.out_pixel, once_more = (4 - bytes % 4) % 4;
  const int64_t next_image = (int64_t{r.out_h} * r.out_w - int64_t{r.in_h} * r.in_w) * bytes;
  const int64_t before =
      next_image > 0 ? (r.batch - 1) * next_image : 0;  // the last image, if it is the worst case
  int64_t most = before;
  const auto write_before = [&](int32_t pixel, int32_t y, int32_t x, int64_t more) {
    const int32_t needed_from = rows.first(y) * r.in_w + columns.first(x);
    raise(most, before + (pixel - needed_from) * bytes + more);
  };
  for (const int32_t y : ys)
    for (const int32_t x : xs) {
      const int32_t pixel = y * r.out_w + x;
      if (bytes > 4) write_before(pixel, y, x, once_more);
      if (x + 1 < r.out_w)
        write_before(pixel + 1, y, x + 1, 0);
      else if (y + 1 < r.out_h)
        write_before(pixel + 1, y + 1, 0, 0);
    }
  return static_cast<int32_t>(most);
}

}  // namespace nook
