#pragma once
#include "nook/core/window_range.h"
#include "nook/managed/ops/forms.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"

// The reference forms of the operators with weights, one element at a time through the tensors' interface:
// for study, for comparison, and for tensors without blocks. T is int8_t (symmetric weights, per tensor or
// per channel) or uint8_t (the older scheme: each tensor has one scale and any zero point).
namespace nook::managed {

// The intersection of a filter row and the image: `taps` taps from (ky, kx) on, which apply to the pixels
// from (iy, ix) on.
struct TapRow {
  int32_t ky, kx, iy, ix, taps;
};

// Calls row(TapRow) for every row of the filter that is inside the image at output pixel (oy, ox).
template <class Params, class Row>
void for_each_tap_row(const Params& p, int32_t oy, int32_t ox, Row row) {
  const int32_t y0 = oy * p.stride_h - p.pad_top, x0 = ox * p.stride_w - p.pad_left;
  const nook_taps rows = nook_taps_inside(y0, p.dilation_h, p.filter_h, p.in_h);
  const nook_taps columns = nook_taps_inside(x0, p.dilation_w, p.filter_w, p.in_w);
  for (int32_t ky = rows.begin; ky < rows.end; ++ky)
    row(TapRow{ky, columns.begin, y0 + ky * p.dilation_h, x0 + columns.begin * p.dilation_w,
               columns.end - columns.begin});
}

// Calls element(n, y, x, c) for every element of a result.
template <class Params, class Element>
void for_each_output(const Params& p, int32_t channels, Element element) {
  for (int32_t n = 0; n < p.batch; ++n)
    for (int32_t y = 0; y < p.out_h; ++y)
      for (int32_t x = 0; x < p.out_w; ++x)
        for (int32_t c = 0; c < channels; ++c) element(n, y, x, c);
}

// x, filter and optionally bias.
template <class T, class Form>
class WeightedOperator : public PreparedOperator<Form, WeightedOperator<T, Form>, 3, 1> {
  using Base = PreparedOperator<Form, WeightedOperator, 3, 1>;

 public:
  enum names_in : uint8_t { in, filter, bias };

 protected:
  using Base::Base;

  bool adjust(TensorInfo* operands, TensorInfo&) override {
    constexpr ttype type = type_of<T>;
    const TensorInterface &x = this->input(in), &w = this->input(filter), &y = this->output();
    if (!hold_type<T>(x, w, y) || !is_separate(y, x, w)) return false;
    // prepare() accepts only weights without a zero point.
    if (type == u8) filter_zero_ = operands[filter].zero_point, operands[filter].zero_point = 0;
    if (type == u8 && operands[filter].scales.size() > 1) return raise(InvalidQuantizationError());
    return true;
  }

  uint32_t product(const IntegralValue& x, const IntegralValue& w, int32_t in_zero) const {
    const int32_t weight = type_of<T> == u8 ? quantum<T>(w) - filter_zero_ : quantum<T>(w);
    return static_cast<uint32_t>((quantum<T>(x) - in_zero) * weight);
  }
  // The first sum wraps around on overflow.
  uint32_t first(int32_t o) const {
    const TensorInterface* const b = this->optional(bias);
    return b ? b->template get<uint32_t>(static_cast<uint32_t>(o)) : 0;
  }
  static T result(const typename Form::Params& p, uint32_t sum, int32_t s) {
    return static_cast<T>(nook_requantize(static_cast<int32_t>(sum), p.multiplier[s], p.shift[s], p.out_zero,
                                          p.act_min, p.act_max) +
                          kBias<T>);
  }

 private:
  int32_t filter_zero_ = 0;
};

// CONV_2D: filter [out][h][w][in / groups].
template <class T>
class QuantizedConv2DOf : public WeightedOperator<T, Conv2DS8> {
  using Base = WeightedOperator<T, Conv2DS8>;

 public:
  explicit QuantizedConv2DOf(const Conv2D::Attrs& attrs, Multipliers when = Multipliers::kKeep)
      : Base(attrs, when) {}

 protected:
  void run(const nook_conv2d_s8& p) override {
    const TensorInterface &x = this->input(Base::in), &w = this->input(Base::filter);
    TensorInterface& y = this->output();
    const int32_t per_group = p.out_c / (p.in_c / p.filter_c);
    for_each_output(p, p.out_c, [&](int32_t n, int32_t oy, int32_t ox, int32_t o) {
      const int32_t c = o / per_group * p.filter_c;
      uint32_t sum = this->first(o);
      for_each_tap_row(p, oy, ox, [&](const TapRow& row) {
        uint32_t pixel = x.get_shape().linear_index(n, row.iy, row.ix, c);
        uint32_t tap = w.get_shape().linear_index(o, row.ky, row.kx);
        for (int32_t k = 0; k < row.taps; ++k, pixel += p.dilation_w * p.in_c, tap += p.filter_c)
          for (int32_t i = 0; i < p.filter_c; ++i) sum += this->product(x(pixel + i), w(tap + i), p.in_zero);
      });
      y(n, oy, ox, o) = this->result(p, sum, o);
    });
  }
};

// DEPTHWISE_CONV_2D: filter [1][h][w][out].
template <class T>
class QuantizedDepthwiseSepConv2DOf : public WeightedOperator<T, DepthwiseConv2DS8> {
  using Base = WeightedOperator<T, DepthwiseConv2DS8>;

 public:
  explicit QuantizedDepthwiseSepConv2DOf(const DepthwiseConv2D::Attrs& attrs,
                                         Multipliers when = Multipliers::kKeep)
      : Base(attrs, when) {}

 protected:
  void run(const nook_depthwise_conv2d_s8& p) override {
    const TensorInterface &x = this->input(Base::in), &w = this->input(Base::filter);
    TensorInterface& y = this->output();
    for_each_output(p, p.out_c, [&](int32_t n, int32_t oy, int32_t ox, int32_t o) {
      const int32_t c = o / p.depth_multiplier;
      uint32_t sum = this->first(o);
      for_each_tap_row(p, oy, ox, [&](const TapRow& row) {
        uint32_t pixel = x.get_shape().linear_index(n, row.iy, row.ix, c);
        uint32_t tap = w.get_shape().linear_index(0, row.ky, row.kx, o);
        for (int32_t k = 0; k < row.taps; ++k, pixel += p.dilation_w * p.in_c, tap += p.out_c)
          sum += this->product(x(pixel), w(tap), p.in_zero);
      });
      y(n, oy, ox, o) = this->result(p, sum, o);
    });
  }
};

// FULLY_CONNECTED: filter [out][in]; the last `in` elements of x are the features, the rest are batches.
template <class T>
class QuantizedFullyConnectedOf : public WeightedOperator<T, FullyConnectedS8> {
  using Base = WeightedOperator<T, FullyConnectedS8>;

 public:
  explicit QuantizedFullyConnectedOf(const FullyConnected::Attrs& attrs = {},
                                     Multipliers when = Multipliers::kKeep)
      : Base(attrs, when) {}

 protected:
  void run(const nook_fully_connected_s8& p) override {
    const TensorInterface &x = this->input(Base::in), &w = this->input(Base::filter);
    TensorInterface& y = this->output();
    for (int32_t b = 0; b < p.batch; ++b) {
      for (int32_t o = 0; o < p.out; ++o) {
        uint32_t sum = this->first(o);
        for (int32_t i = 0; i < p.in; ++i)
          sum += this->product(x(static_cast<uint32_t>(b * p.in + i)), w(o, i), p.in_zero);
        y(static_cast<uint32_t>(b * p.out + o)) = this->result(p, sum, o * p.scale_step);
      }
    }
  }
};

}  // namespace nook::managed
