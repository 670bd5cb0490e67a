#pragma once
#include "nook/managed/operator.h"
#include "nook/ops/contract/op.h"

namespace nook::managed {

// The most operands of one operator.
constexpr size_t kMostOperands = 64;

// The operators that `nook compile --format managed` writes: a kernel with arguments that the compiler
// computed, on the blocks of tensors whose names are numbers. The sizes of the tensors are part of the
// arguments and are not checked; code written by hand should use optimized.h.
class CompiledBase : public OperatorBase, private FastOperator {
 public:
  uint32_t scratch_bytes() const override { return call_.scratch_bytes; }

 protected:
  struct Call {
    const void* params;
    Invoke invoke;
    uint32_t scratch_bytes;
    size_t scratch_place;
  };
  CompiledBase(NamedSlot* slots, uint8_t num_inputs, uint8_t num_outputs, const Call& call)
      : OperatorBase(slots, num_inputs, num_outputs, static_cast<uint8_t>(num_inputs - 1), true),
        in_(slots, num_inputs),
        out_(slots + num_inputs, num_outputs),
        call_(call) {}
  void compute() override;
  size_t scratch_place() const override { return call_.scratch_place; }

  TensorMap in_, out_;

 private:
  Call call_;
};

// Sets constants that an application lends to a generated class instead of linking them. False, after an
// error, if they are null (InvalidTensorError), too few bytes (InvalidTensorDimensionsError), or at an
// address that is not a multiple of `align` (InvalidOptimizableTensorError); the previous constants are kept
// then.
bool lend_constants(const uint8_t** kept, const void* given, size_t bytes, size_t need, size_t align);
// Whether constants were lent; raises an InvalidTensorError otherwise.
bool are_lent(const uint8_t* constants);
// The CRC-32 of zip, which a generated class stores for the constants with which it was compiled.
uint32_t crc32_of(const void* data, size_t bytes);

// Creates a tensor of constants unless it exists; false, after an error, if that fails.
bool make_constant(Tensor* tensor, const TensorShape& shape, ttype type, const void* elements);

namespace detail {
template <auto kernel, class P, class... Args, size_t... I, size_t... O>
void call_fixed(void (*)(const P*, Args...), const void* params, const Io& io, Indices<I...>, Indices<O...>) {
  using nook::detail::AnyPtr;
  kernel(static_cast<const P*>(params), AnyPtr{io.in[I]}..., AnyPtr{io.out[O]}..., io.scratch);
}
template <auto kernel, class P, class... Args, size_t... I>
void call_of_list(void (*)(const P*, Args...), const void* params, const Io& io, Indices<I...>) {
  kernel(static_cast<const P*>(params), nook::detail::AnyPtr{io.in[I]}..., io.out, io.scratch);
}
}  // namespace detail

// Calls a kernel with `in` inputs and `out` outputs.
template <auto kernel, size_t in, size_t out>
void call_kernel(const void* params, const Io& io) {
  detail::call_fixed<kernel>(kernel, params, io, indices<in>(), indices<out>());
}
// Calls a kernel with `in` inputs and an array of outputs.
template <auto kernel, size_t in>
void call_kernel_of_list(const void* params, const Io& io) {
  detail::call_of_list<kernel>(kernel, params, io, indices<in>());
}
// Calls a kernel that takes an array of inputs.
template <auto kernel, class Params>
void call_list_kernel(const void* params, const Io& io) {
  kernel(static_cast<const Params*>(params), io.in, io.out[0], io.scratch);
}

// Unused inputs, which are the last ones, are omitted from the list.
template <size_t num_inputs, size_t num_outputs>
class CompiledOperator : public CompiledBase {
  static_assert(num_inputs <= kMostOperands && num_outputs <= kMostOperands,
                "more operands than any kernel has");

 public:
  CompiledOperator(const void* params, Invoke invoke, uint32_t scratch_bytes = 0,
                   size_t scratch_place = SIZE_MAX)
      : CompiledBase(slots_, num_inputs, num_outputs, {params, invoke, scratch_bytes, scratch_place}) {}

  template <size_t n>
  CompiledOperator& set_inputs(const SimpleNamedTensor (&list)[n]) {
    in_.set(list, n);
    return *this;
  }
  template <size_t n>
  CompiledOperator& set_outputs(const SimpleNamedTensor (&list)[n]) {
    out_.set(list, n);
    return *this;
  }

 private:
  NamedSlot slots_[num_inputs + num_outputs];
};

}  // namespace nook::managed
