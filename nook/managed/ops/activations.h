#pragma once
#include "nook/managed/ops/forms.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/relu6/relu6_op.h"

// RELU and RELU6 of float, int8_t and uint8_t. Out of place, RELU requantizes like TensorFlow Lite (input and
// output of RELU6 have the same quantization). In place, both only clamp.
namespace nook::managed {

// The functions of one element: RELU with equal quantization of input and output, RELU with different ones,
// and RELU6.
struct ActivateReLU {
  template <class T, class Params>
  static T of(const IntegralValue& x, const Params& p) {
    if constexpr (is_quantum<T>) {
      const int32_t q = quantum<T>(x);
      return static_cast<T>((q < p.act_min ? p.act_min : q) + kBias<T>);
    } else {
      const T v = x;
      return v < 0 ? T(0) : v;
    }
  }
};
struct RescaleReLU {
  template <class T, class Params>
  static T of(const IntegralValue& x, const Params& p) {
    if constexpr (is_quantum<T>) {
      const int32_t q = nook_rescale(quantum<T>(x) - p.in_zero, p.multiplier, p.shift) + p.out_zero;
      return static_cast<T>(nook_clamp(q, p.act_min, p.act_max) + kBias<T>);
    } else {
      return ActivateReLU::of<T>(x, p);
    }
  }
};
struct ActivateReLU6 {
  template <class T, class Params>
  static T of(const IntegralValue& x, const Params& p) {
    if constexpr (is_quantum<T>) {
      return static_cast<T>(nook_clamp(quantum<T>(x), p.act_min, p.act_max) + kBias<T>);
    } else {
      return nook_clamp_f32(x, 0, 6);
    }
  }
};

// out := activation(in).
template <class T, class Form, class Activate>
class ActivationOf : public PreparedOperator<Form, ActivationOf<T, Form, Activate>, 1> {
  using Base = PreparedOperator<Form, ActivationOf, 1>;

 public:
  enum names_in : uint8_t { in };
  ActivationOf() : Base({}) {}

 protected:
  bool adjust(TensorInfo*, TensorInfo&) override { return hold_type<T>(this->input(in), this->output()); }
  void run(const typename Base::Params& p) override {
    const TensorInterface& x = this->input(in);
    TensorInterface& y = this->output();
    for (uint32_t i = 0; i < y.num_elems(); ++i) y(i) = Activate::template of<T>(x(i), p);
  }
};
template <class T>
using ReLUOf = ActivationOf<T, form_of<T, ReluS8, UnaryF32<Relu>>, RescaleReLU>;
template <class T>
using ReLU6Of = ActivationOf<T, form_of<T, Relu6S8, UnaryF32<Relu6>>, ActivateReLU6>;

struct InPlaceNames {
  enum names_out : uint8_t { x };
};

// x := activation(x).
template <class T, class Activate>
class InPlaceOf : public NamedOperator<InPlaceNames, 0, 1>, public InPlaceNames {
 protected:
  bool check() override {
    const TensorInterface& t = *outputs[x].tensor();
    if (!hold_type<T>(t)) return false;
    TensorInfo info = describe(t);
    // Only for RELU6: the quantized 0 and 6 of one tensor, the only data that either form needs.
    Arena none({});
    PrepareContext context{none, kBuildIsa, false, {}};
    const auto made =
        form_of<T, Relu6S8, UnaryF32<Relu6>>::prepare({}, {OpCode{}, 1, {}, {&info, 1}, {&info, 1}}, context);
    if (!made) return raise_refusal(made.code(), context.refusal);
    params_ = *made;
    return true;
  }
  void compute() override {
    TensorInterface& t = *outputs[x].tensor();
    for (uint32_t i = 0; i < t.num_elems(); ++i) t(i) = Activate::template of<T>(t(i), params_);
  }

 private:
  typename form_of<T, Relu6S8, UnaryF32<Relu6>>::Params params_{};
};

template <class T>
using InPlaceReLUOf = InPlaceOf<T, ActivateReLU>;
template <class T>
using InPlaceReLU6Of = InPlaceOf<T, ActivateReLU6>;

}  // namespace nook::managed
