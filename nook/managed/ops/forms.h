#pragma once
#include "nook/managed/ops/options.h"
#include "nook/managed/ops/prepared.h"

namespace nook::managed {

// The form of nook/ops for an element type. uint8_t uses int8 arithmetic; see describe().
template <class T, class S8, class F32>
struct FormOf {
  using type = S8;
};
template <class S8, class F32>
struct FormOf<float, S8, F32> {
  using type = F32;
};
template <class T, class S8, class F32>
using form_of = typename FormOf<T, S8, F32>::type;

// Whether all of these tensors hold elements of type T; raises an error otherwise.
template <class T, class... Tensors>
bool hold_type(const Tensors&... tensors) {
  if (((tensors.get_type() == type_of<T>)&&...)) return true;
  return raise(InvalidTensorDataTypeError());
}

// Checks that `y` is not one of the inputs, for operators that read inputs after writing; raises an error
// otherwise. Does not detect overlapping buffers.
template <class... Inputs>
bool is_separate(const TensorInterface& y, const Inputs&... inputs) {
  if (((&y != &inputs) && ...)) return true;
  return raise(InvalidTensorError());
}

template <class T>
constexpr bool is_quantum = type_of<T> <= u8;

// An element as the kernel computes with it, for float and quantized types.
template <class T>
auto operand_of(const IntegralValue& element) {
  if constexpr (is_quantum<T>) {
    return quantum<T>(element);
  } else {
    return static_cast<T>(element);
  }
}

}  // namespace nook::managed
