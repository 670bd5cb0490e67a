#pragma once
#include "nook/managed/ops/forms.h"
#include "nook/ops/add/add_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook::managed {

// ADD of float, int8_t and uint8_t: out = activation(a + b), with broadcasting along the dimensions in which
// an operand has size 1.
template <class T>
class AddOf : public PreparedOperator<form_of<T, AddS8, AddF32>, AddOf<T>, 2, 0, 64> {
  using Base = PreparedOperator<form_of<T, AddS8, AddF32>, AddOf, 2, 0, 64>;

 public:
  enum names_in : uint8_t { a, b };
  explicit AddOf(Activation activation = Activation::kNone) : Base({activation}) {}

 protected:
  bool adjust(TensorInfo*, TensorInfo&) override {
    return hold_type<T>(this->input(a), this->input(b), this->output());
  }
  void run(const typename Base::Params& p) override {
    TensorInterface& y = this->output();
    const TensorShape& shape = y.get_shape();
    for (uint32_t n = 0; n < shape[0]; ++n)
      for (uint32_t i = 0; i < shape[1]; ++i)
        for (uint32_t j = 0; j < shape[2]; ++j)
          for (uint32_t k = 0; k < shape[3]; ++k) {
            const uint32_t at[] = {n, i, j, k};
            y(n, i, j, k) = sum(p, repeated(this->input(a), at), repeated(this->input(b), at));
          }
  }

 private:
  // The operand's element for position `at` of the output; shapes are aligned at their last dimension.
  IntegralValue repeated(const TensorInterface& t, const uint32_t (&at)[4]) const {
    const TensorShape& shape = t.get_shape();
    const int rank = shape.num_dims(), skip = this->output().get_shape().num_dims() - rank;
    uint32_t index = 0;
    for (int d = 0; d < rank; ++d) index = index * shape[d] + (shape[d] == 1 ? 0 : at[d + skip]);
    return t(index);
  }

  static T sum(const typename Base::Params& p, const IntegralValue& left, const IntegralValue& right) {
    if constexpr (is_quantum<T>) {
      const int32_t x =
          nook_rescale_down((quantum<T>(left) - p.a_zero) * (1 << 20), p.a_multiplier, p.a_shift);
      const int32_t z =
          nook_rescale_down((quantum<T>(right) - p.b_zero) * (1 << 20), p.b_multiplier, p.b_shift);
      const int32_t q = nook_rescale_down(x + z, p.y_multiplier, p.y_shift) + p.y_zero;
      return static_cast<T>(nook_clamp(q, p.act_min, p.act_max) + kBias<T>);
    } else {
      return nook_clamp_f32(static_cast<T>(left) + static_cast<T>(right), p.act_min, p.act_max);
    }
  }
};

struct BinaryNames {
  enum names_in : uint8_t { a, b };
  enum names_out : uint8_t { out };
};

// BATCH_MATMUL of two matrices: out [m][n] = a [m][k] * b [k][n], for float, int32_t (sums wrap around),
// int8_t and uint8_t (each matrix with one scale and zero point).
template <class T>
class MatMulOf : public NamedOperator<BinaryNames, 2, 1>, public BinaryNames {
 protected:
  bool check() override {
    const TensorInterface &x = *inputs[a].tensor(), &z = *inputs[b].tensor(), &y = *outputs[out].tensor();
    if (!hold_type<T>(x, z, y) || !is_separate(y, x, z)) return false;
    const TensorShape &sx = x.get_shape(), &sz = z.get_shape(), &sy = y.get_shape();
    if (sx.num_dims() != 2 || sz.num_dims() != 2 || sx[1] != sz[0] || sy != TensorShape(sx[0], sz[1]))
      return raise(InvalidTensorShapeError());
    if constexpr (is_quantum<T>) {
      const TensorInterface* const all[] = {&x, &z, &y};
      float scale[3];
      for (int i = 0; i < 3; ++i) {
        if (!is_sound(*all[i])) return false;
        const TensorInfo info = describe(*all[i]);
        // Described as int8, which check_quantized_s8() expects.
        Arena none({});
        PrepareContext context{none, kBuildIsa, false, {}};
        if (const Code code = check_quantized_s8(info, i, context); code != Code::kOk)
          return raise_refusal(code, context.refusal);
        zero_[i] = info.zero_point, scale[i] = info.scale();
      }
      const Result<FixedScale> ratio = fixed_ratio(scale[0], scale[1], scale[2]);
      if (!ratio) return raise(InvalidQuantizationError());
      scale_ = *ratio;
    }
    return true;
  }

  void compute() override {
    const TensorInterface &x = *inputs[a].tensor(), &z = *inputs[b].tensor();
    TensorInterface& y = *outputs[out].tensor();
    const TensorShape &sx = x.get_shape(), &sy = y.get_shape();
    for (uint32_t i = 0; i < sy[0]; ++i) {
      for (uint32_t j = 0; j < sy[1]; ++j) {
        Sum sum = 0;
        for (uint32_t k = 0; k < sx[1]; ++k) sum += product(x(i, k), z(k, j));
        y(i, j) = result(sum);
      }
    }
  }

 private:
  template <class V>
  struct Tag {};
  static float sum_type(Tag<float>);
  template <class V>
  static uint32_t sum_type(Tag<V>);
  using Sum = decltype(sum_type(Tag<T>()));

  Sum product(const IntegralValue& x, const IntegralValue& z) const {
    if constexpr (is_quantum<T>) {
      return static_cast<Sum>((quantum<T>(x) - zero_[a]) * (quantum<T>(z) - zero_[b]));
    } else {
      return static_cast<Sum>(static_cast<T>(x)) * static_cast<Sum>(static_cast<T>(z));
    }
  }
  T result(Sum sum) const {
    if constexpr (is_quantum<T>) {
      return static_cast<T>(
          nook_requantize(static_cast<int32_t>(sum), scale_.multiplier, scale_.shift, zero_[2], -128, 127) +
          kBias<T>);
    } else {
      return static_cast<T>(sum);
    }
  }

  int32_t zero_[3] = {};
  FixedScale scale_;
};

}  // namespace nook::managed
