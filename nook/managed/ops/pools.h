#pragma once
#include "nook/managed/ops/forms.h"
#include "nook/managed/ops/quantized.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"

// Pooling of float, int8_t and uint8_t over the positions inside the image; input and output have the same
// quantization. Highest and Average are TensorFlow Lite's MAX_POOL_2D and AVERAGE_POOL_2D; Lowest is
// MAX_POOL_2D of the negated image. Your own filter is a struct like these: it is constructed for each
// window, accumulates its elements in the type of the computation (int32_t for a quantized type), and returns
// the result for `count` elements.
namespace nook::managed {

template <class T>
using operand_t = decltype(operand_of<T>(*static_cast<const IntegralValue*>(nullptr)));

template <class T>
struct Highest {
  operand_t<T> best{};
  void take(operand_t<T> x, int32_t before) { best = before == 0 || x > best ? x : best; }
  operand_t<T> result(int32_t) const { return best; }
};
template <class T>
struct Lowest {
  operand_t<T> best{};
  void take(operand_t<T> x, int32_t before) { best = before == 0 || x < best ? x : best; }
  operand_t<T> result(int32_t) const { return best; }
};
template <class T>
struct Average {
  operand_t<T> sum{};
  void take(operand_t<T> x, int32_t) { sum += x; }
  operand_t<T> result(int32_t count) const {
    if constexpr (!is_quantum<T>) {
      return sum / static_cast<T>(count);
    } else {
      // Ties are rounded away from 0, which is a different number in uint8 and int8.
      const int32_t total = sum + kBias<T> * count;
      return (total > 0 ? total + count / 2 : total - count / 2) / count - kBias<T>;
    }
  }
};

template <class T, template <class> class Filter>
class PoolOf : public PreparedOperator<form_of<T, MaxPool2DS8, MaxPool2DF32>, PoolOf<T, Filter>, 1> {
  using Base = PreparedOperator<form_of<T, MaxPool2DS8, MaxPool2DF32>, PoolOf, 1>;

 public:
  enum names_in : uint8_t { in };
  explicit PoolOf(const MaxPool2D::Attrs& attrs) : Base(attrs) {}

 protected:
  bool adjust(TensorInfo*, TensorInfo&) override {
    return hold_type<T>(this->input(in), this->output()) && is_separate(this->output(), this->input(in));
  }
  void run(const typename Base::Params& p) override {
    const TensorInterface& x = this->input(in);
    TensorInterface& y = this->output();
    for_each_output(p, p.in_c, [&](int32_t n, int32_t oy, int32_t ox, int32_t c) {
      Filter<T> window;
      const int32_t y0 = oy * p.stride_h - p.pad_top, x0 = ox * p.stride_w - p.pad_left;
      const nook_taps rows = nook_taps_inside(y0, 1, p.filter_h, p.in_h);
      const nook_taps columns = nook_taps_inside(x0, 1, p.filter_w, p.in_w);
      int32_t count = 0;
      for (int32_t ky = rows.begin; ky < rows.end; ++ky)
        for (int32_t kx = columns.begin; kx < columns.end; ++kx)
          window.take(operand_of<T>(x(n, y0 + ky, x0 + kx, c)), count++);
      const auto found = window.result(count);
      const auto low = found < p.act_min ? p.act_min : found;
      y(n, oy, ox, c) = static_cast<T>((low > p.act_max ? p.act_max : low) + kPoolBias);
    });
  }

 private:
  static constexpr auto kPoolBias = operand_t<T>(is_quantum<T> && type_of<T> == u8 ? 128 : 0);
};

}  // namespace nook::managed
