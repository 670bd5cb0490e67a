#pragma once
#include "nook/managed/ops/prepared.h"
#include "nook/ops/contract/prepare.h"

namespace nook::managed {
// A form of nook/ops on managed tensors, with the best of its kernels for unpacked weights, among `rows`.
// Output and input may share memory as far as the kernel permits it; InvalidTensorError otherwise.
template <class Form, class Names, size_t num_inputs, size_t num_optional = 0,
          KernelRows rows = KernelRows::kAll>
class KernelOperator : public PreparedOperator<Form, Names, num_inputs, num_optional, 64>,
                       private FastOperator {
  using Base = PreparedOperator<Form, Names, num_inputs, num_optional, 64>;

 public:
  explicit KernelOperator(const typename Base::Attrs& attrs = {}, Multipliers when = Multipliers::kKeep)
      : Base(attrs, when) {}
  // The name of the kernel, after the first eval().
  const char* kernel() const { return kernel_ ? kernel_->symbol : nullptr; }

 protected:
  bool chosen(const PrepareContext& context) override {
    kernel_ = nullptr;
    for (const KernelEntry& each : nook::detail::unpacked_kernels<Form>())
      if (!kernel_ && considers(rows, context.isa, each, false, &this->params())) kernel_ = &each;
    if (!kernel_) return raise(InvalidTensorDataTypeError());
    this->kernel_scratch_ = static_cast<uint32_t>(kernel_->scratch(&this->params()));
    return true;
  }

  void run(const typename Base::Params& p) override {
    const void* in[num_inputs];
    void* y[1];
    bool fine = get_readable_blocks(this->inputs, in) && get_writeable_blocks(this->outputs, y);
    for (size_t i = 0; i < num_inputs; ++i) fine = fine && (!in[i] || keeps_exact(p, i, in[i], y[0]));
    if (!fine) return this->fail();
    kernel_->invoke(&p, {in, y, this->scratch()});
  }

 private:
  // Whether the kernel is exact with input i at its address.
  bool keeps_exact(const typename Base::Params& p, size_t i, const void* x, const void* y) const {
    const uintptr_t a = reinterpret_cast<uintptr_t>(x), b = reinterpret_cast<uintptr_t>(y);
    if (a >= b + this->output().num_bytes() || b >= a + this->input(i).num_bytes()) return true;
    const int32_t least = kernel_->overlap(&p, static_cast<int>(i));
    if (least != kDisjoint && a >= b + static_cast<uint32_t>(least)) return true;
    return raise(InvalidTensorError());
  }

  const KernelEntry* kernel_ = nullptr;
};

// KernelOperator with the names of an operator that has weights.
template <class Form>
class WeightedKernelOperator : public KernelOperator<Form, WeightedKernelOperator<Form>, 3, 1> {
 public:
  enum names_in : uint8_t { in, filter, bias };
  using KernelOperator<Form, WeightedKernelOperator, 3, 1>::KernelOperator;
};

template <class Form>
class UnaryKernelOperator : public KernelOperator<Form, UnaryKernelOperator<Form>, 1> {
 public:
  enum names_in : uint8_t { in };
  using KernelOperator<Form, UnaryKernelOperator, 1>::KernelOperator;
};
// Without scratch.
template <class Form>
class BinaryKernelOperator
    : public KernelOperator<Form, BinaryKernelOperator<Form>, 2, 0, KernelRows::kWithoutScratch> {
 public:
  enum names_in : uint8_t { a, b };
  using KernelOperator<Form, BinaryKernelOperator, 2, 0, KernelRows::kWithoutScratch>::KernelOperator;
};

}  // namespace nook::managed
