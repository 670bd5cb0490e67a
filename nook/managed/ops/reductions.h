#pragma once
#include "nook/managed/ops/forms.h"

// Operators that select one of several elements: ARG_MAX and ARG_MIN along an axis, REDUCE_MAX and REDUCE_MIN
// over some axes or all. Any element type; quantized tensors are compared as numbers, so input and output of
// a reduction have the same quantization.
namespace nook::managed {

struct Largest {
  template <class T>
  static bool better(T a, T b) {
    return a > b;
  }
};
struct Smallest {
  template <class T>
  static bool better(T a, T b) {
    return a < b;
  }
};

// A row-major walk over `shape` without the axes of the mask: the index of element `i` of the result, and the
// strides along the removed axes.
class Reduction {
 public:
  // InvalidAttributeError: the tensor has no such axis. Negative axes count from the last.
  bool take(const TensorInterface& axes, int rank) {
    for (uint32_t i = 0; i < axes.num_elems(); ++i) {
      const int32_t axis = axes.get<int32_t>(i), at = axis < 0 ? axis + rank : axis;
      if (at < 0 || at >= rank) return raise(InvalidAttributeError());
      mask_ |= 1u << at;
    }
    return true;
  }
  void take_all(int rank) { mask_ = (1u << rank) - 1; }
  bool removes(int axis) const { return (mask_ >> axis & 1) != 0; }

  // Calls visit(index of a result, index of an element) for every element, in memory order.
  template <class Visit>
  void for_each(const TensorShape& x, Visit visit) const {
    uint32_t index = 0, at[4];
    for (at[0] = 0; at[0] < x[0]; ++at[0])
      for (at[1] = 0; at[1] < x[1]; ++at[1])
        for (at[2] = 0; at[2] < x[2]; ++at[2])
          for (at[3] = 0; at[3] < x[3]; ++at[3]) {
            uint32_t result = 0;
            for (int d = 0; d < 4; ++d)
              if (!removes(d)) result = result * x[d] + at[d];
            visit(result, index++);
          }
  }
  // Whether y has the remaining dimensions, with or without a 1 for each removed one.
  bool fits(const TensorShape& x, const TensorShape& y) const {
    int left = 0;
    bool kept = y.num_dims() == x.num_dims(), dropped = true;
    for (int d = 0; d < x.num_dims(); ++d) {
      kept = kept && y[d] == (removes(d) ? 1 : x[d]);
      if (!removes(d)) dropped = dropped && left < y.num_dims() && y[left] == x[d], ++left;
    }
    return kept || (dropped && left == y.num_dims());
  }

 private:
  uint32_t mask_ = 0;
};

struct AxisNames {
  enum names_in : uint8_t { in, axis };
  enum names_out : uint8_t { out };
};

// in, axis (an int32 constant of one element) -> out, int32 or uint32: the position along the axis; the first
// of equal elements.
template <class T, class Order>
class ArgOf : public NamedOperator<AxisNames, 2, 1>, public AxisNames {
 protected:
  bool check() override {
    const TensorInterface &x = *inputs[in].tensor(), &along = *inputs[axis].tensor(),
                          &y = *outputs[out].tensor();
    const ttype type = y.get_type();
    if (!hold_type<T>(x) || !hold_type<int32_t>(along) || !is_separate(y, x, along)) return false;
    if (type != i32 && type != u32) return raise(InvalidTensorDataTypeError());
    reduction_ = Reduction();
    if (along.num_elems() != 1) return raise(InvalidTensorShapeError());
    if (!reduction_.take(along, x.get_shape().num_dims())) return false;
    if (x.num_elems() > 0 && reduction_.fits(x.get_shape(), y.get_shape())) return true;
    return raise(InvalidTensorShapeError());
  }
  void compute() override {
    const TensorInterface& x = *inputs[in].tensor();
    TensorInterface& y = *outputs[out].tensor();
    const TensorShape& shape = x.get_shape();
    uint32_t step = 1, size = 1;  // stride and size along the axis
    for (int d = 0; d < shape.num_dims(); ++d) {
      if (reduction_.removes(d)) {
        size = shape[d], step = 1;
      } else {
        step *= shape[d];
      }
    }
    reduction_.for_each(shape, [&](uint32_t result, uint32_t first) {
      if (first / step % size != 0) return;  // not the first element along its axis
      uint32_t best = 0;
      T value = x(first);
      for (uint32_t i = 1; i < size; ++i) {
        const T next = x(first + i * step);
        if (Order::better(next, value)) best = i, value = next;
      }
      y(result) = best;
    });
  }

 private:
  Reduction reduction_;
};

// in, axis (int32 constants; left out: all axes) -> out.
template <class T, class Order>
class ReductionOf : public NamedOperator<AxisNames, 2, 1, 1>, public AxisNames {
 protected:
  bool check() override {
    const TensorInterface &x = *inputs[in].tensor(), &y = *outputs[out].tensor();
    const TensorShape &from = x.get_shape(), &to = y.get_shape();
    if (!hold_type<T>(x, y) || !is_separate(y, x)) return false;
    reduction_ = Reduction();
    if (!inputs[axis].is_set()) {
      reduction_.take_all(from.num_dims());
    } else {
      const TensorInterface& along = *inputs[axis].tensor();
      if (!hold_type<int32_t>(along) || !reduction_.take(along, from.num_dims())) return false;
    }
    // If all axes are reduced, a single element of any rank is accepted.
    const bool whole = !inputs[axis].is_set() && y.num_elems() == 1;
    if (x.num_elems() == 0 || !(whole || reduction_.fits(from, to))) return raise(InvalidTensorShapeError());
    if (!is_sound(x) || !is_sound(y)) return false;
    const TensorInfo a = describe(x), b = describe(y);
    bool alike = a.scales.size() == b.scales.size() && (a.scales.empty() || a.zero_point == b.zero_point);
    for (size_t i = 0; alike && i < a.scales.size(); ++i) alike = a.scales[i] == b.scales[i];
    return alike || raise(InvalidQuantizationError());
  }
  void compute() override {
    const TensorInterface& x = *inputs[in].tensor();
    TensorInterface& y = *outputs[out].tensor();
    const TensorShape& shape = x.get_shape();
    reduction_.for_each(shape, [&](uint32_t result, uint32_t index) {
      const T next = x(index);
      if (is_first(shape, index) || Order::better(next, static_cast<T>(y(result)))) y(result) = next;
    });
  }

 private:
  // Whether the index is 0 along every removed axis.
  bool is_first(const TensorShape& shape, uint32_t index) const {
    for (int d = shape.num_dims() - 1; d >= 0; --d) {
      if (reduction_.removes(d) && index % shape[d] != 0) return false;
      index /= shape[d];
    }
    return true;
  }

  Reduction reduction_;
};

}  // namespace nook::managed
