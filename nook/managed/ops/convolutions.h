#pragma once
#include "nook/managed/ops/quantized.h"

// CONV_2D, DEPTHWISE_CONV_2D and FULLY_CONNECTED for float: in, filter and optionally bias, in the layout of
// quantized.h. Sums are computed in the order of the reference kernels.
namespace nook::managed {

template <class Form>
class FloatWeightedOperator : public PreparedOperator<Form, FloatWeightedOperator<Form>, 3, 1> {
 public:
  enum names_in : uint8_t { in, filter, bias };

 protected:
  using PreparedOperator<Form, FloatWeightedOperator, 3, 1>::PreparedOperator;

  bool adjust(TensorInfo*, TensorInfo&) override {
    return is_separate(this->output(), this->input(in), this->input(filter));
  }
  float with_bias(float sum, int32_t o, const typename Form::Params& p) const {
    const TensorInterface* const b = this->optional(bias);
    return nook_clamp_f32(sum + (b ? b->template get<float>(static_cast<uint32_t>(o)) : 0), p.act_min,
                          p.act_max);
  }
};

class FloatConv2D : public FloatWeightedOperator<Conv2DF32> {
 public:
  explicit FloatConv2D(const nook::Conv2D::Attrs& attrs) : FloatWeightedOperator(attrs) {}

 protected:
  void run(const nook_conv2d_f32& p) override {
    const TensorInterface &x = input(in), &w = input(filter);
    TensorInterface& y = output();
    const int32_t per_group = p.out_c / (p.in_c / p.filter_c);
    for_each_output(p, p.out_c, [&](int32_t n, int32_t oy, int32_t ox, int32_t o) {
      const int32_t c = o / per_group * p.filter_c;
      float sum = 0;
      for_each_tap_row(p, oy, ox, [&](const TapRow& row) {
        uint32_t pixel = x.get_shape().linear_index(n, row.iy, row.ix, c);
        uint32_t tap = w.get_shape().linear_index(o, row.ky, row.kx);
        for (int32_t k = 0; k < row.taps; ++k, pixel += p.dilation_w * p.in_c, tap += p.filter_c)
          for (int32_t i = 0; i < p.filter_c; ++i)
            sum += static_cast<float>(x(pixel + i)) * static_cast<float>(w(tap + i));
      });
      y(n, oy, ox, o) = with_bias(sum, o, p);
    });
  }
};

class FloatDepthwiseSepConv2D : public FloatWeightedOperator<DepthwiseConv2DF32> {
 public:
  explicit FloatDepthwiseSepConv2D(const DepthwiseConv2D::Attrs& attrs) : FloatWeightedOperator(attrs) {}

 protected:
  void run(const nook_depthwise_conv2d_f32& p) override {
    const TensorInterface &x = input(in), &w = input(filter);
    TensorInterface& y = output();
    for_each_output(p, p.out_c, [&](int32_t n, int32_t oy, int32_t ox, int32_t o) {
      const int32_t c = o / p.depth_multiplier;
      float sum = 0;
      for_each_tap_row(p, oy, ox, [&](const TapRow& row) {
        uint32_t pixel = x.get_shape().linear_index(n, row.iy, row.ix, c);
        uint32_t tap = w.get_shape().linear_index(0, row.ky, row.kx, o);
        for (int32_t k = 0; k < row.taps; ++k, pixel += p.dilation_w * p.in_c, tap += p.out_c)
          sum += static_cast<float>(x(pixel)) * static_cast<float>(w(tap));
      });
      y(n, oy, ox, o) = with_bias(sum, o, p);
    });
  }
};

class FloatFullyConnected : public FloatWeightedOperator<FullyConnectedF32> {
 public:
  explicit FloatFullyConnected(const nook::FullyConnected::Attrs& attrs = {})
      : FloatWeightedOperator(attrs) {}

 protected:
  void run(const nook_fully_connected_f32& p) override {
    const TensorInterface &x = input(in), &w = input(filter);
    TensorInterface& y = output();
    for (int32_t b = 0; b < p.batch; ++b) {
      for (int32_t o = 0; o < p.out; ++o) {
        float sum = 0;
        for (int32_t i = 0; i < p.in; ++i)
          sum += static_cast<float>(x(static_cast<uint32_t>(b * p.in + i))) * static_cast<float>(w(o, i));
        y(static_cast<uint32_t>(b * p.out + o)) = with_bias(sum, o, p);
      }
    }
  }
};

}  // namespace nook::managed
