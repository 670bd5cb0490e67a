#pragma once
#include "nook/core/fixed_point.h"
#include "nook/managed/operator.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/prepare/channels.h"

// Gives operators on managed tensors nook's arithmetic: the prepare() functions of the compiler and the
// interpreter check the tensors and compute the arguments of a kernel.
namespace nook::managed {

// When the multipliers and shifts of a quantized operator are computed: 5 bytes per output channel.
enum class Multipliers : uint8_t {
  kKeep,          // once, when shapes are checked; they stay in the RAM allocator with the operator
  kPerInference,  // by every eval(), in scratch: less RAM between inferences, about 120 instructions per
                  // channel
};

// Describes a tensor with a valid quantization for prepare(). A uint8 tensor becomes an int8 one whose
// elements and zero point are 128 lower.
TensorInfo describe(const TensorInterface& tensor);

// Whether the quantization of a tensor is valid: scales are finite and above 0, zero points are in its type's
// range. Ignored for float tensors. Raises an error otherwise, with the reason in `refusal` unless null.
bool is_sound(const TensorInterface& tensor, int operand = 0, Refusal* refusal = nullptr);

// Raises the error for a refusal; returns false.
bool raise_refusal(Code code, const Refusal& refusal);

// An element of a quantized tensor in int8 arithmetic.
template <class T>
constexpr int32_t kBias = type_of<T> == u8 ? 128 : 0;
template <class T>
int32_t quantum(const IntegralValue& element) {
  return static_cast<int32_t>(static_cast<T>(element)) - kBias<T>;
}

namespace detail {

// The part that does not depend on the form; not a template, so it exists once.
class PreparedBase {
 public:
  // Why the last check() failed: operand, need and have.
  const Refusal& refusal() const { return refusal_; }

 protected:
  ~PreparedBase() { drop(); }
  bool keep(uint32_t bytes);
  void drop();
  Refusal refusal_;
  Handle kept_;
};

}  // namespace detail

// An operator for a form of nook/ops: check() computes its Params, run() uses them. `Names`: the derived
// class, which has names_in. `table_bytes`: bytes that the form's prepare() stores in addition to its Params.
template <class Form, class Names, size_t num_inputs, size_t num_optional = 0, size_t table_bytes = 0>
class PreparedOperator : public NamedOperator<Names, num_inputs, 1, num_optional>,
                         public detail::PreparedBase {
 public:
  enum names_out : uint8_t { out };
  using Params = typename Form::Params;
  using Attrs = typename Form::Op::Attrs;

  uint32_t scratch_bytes() const override {
    return keeps_ ? kernel_scratch_ : ((kernel_scratch_ + 3) & ~3u) + scale_bytes();
  }

 protected:
  explicit PreparedOperator(const Attrs& attrs, Multipliers when = Multipliers::kKeep)
      : attrs_(attrs), keeps_(when == Multipliers::kKeep) {}

  // Changes or refuses operands before they are checked.
  virtual bool adjust(TensorInfo*, TensorInfo&) { return true; }
  // Chooses the kernel, if there is a choice.
  virtual bool chosen(const PrepareContext&) { return true; }
  virtual void run(const Params&) {}

  const TensorInterface& input(size_t i) const { return *this->inputs[i].tensor(); }
  const TensorInterface* optional(size_t i) const {
    return this->inputs[i].is_set() ? this->inputs[i].tensor().get() : nullptr;
  }
  TensorInterface& output() const { return *this->outputs[out].tensor(); }
  const Params& params() const { return params_; }

  uint32_t kernel_scratch_ = 0;

 private:
  static constexpr bool kScales = kHas<nook::detail::ScaleCount, Form>;
  int32_t scale_count() const {
    if constexpr (kScales) return Form::scale_count(params_);
    return 0;
  }
  // If the product overflows, returns more than any arena has.
  uint32_t scale_bytes() const {
    const int32_t count = scale_count();
    return count <= INT32_MAX / 5 ? 5 * static_cast<uint32_t>(count) : INT32_MAX;
  }
  // Sets the tables of p: all multipliers, then all shifts.
  ScaleTables point(Params& p, void* table) const {
    int32_t* const multiplier = static_cast<int32_t*>(table);
    int8_t* const shift = reinterpret_cast<int8_t*>(multiplier + scale_count());
    if constexpr (kScales) p.multiplier = multiplier, p.shift = shift;
    return {multiplier, shift};
  }
  void make_scales(Params& p, void* table) const {
    const auto of = [](const TensorInterface& t) { return t.get_quantization_params().scales(); };
    const QuantizationParams& w = input(num_inputs > 1 ? 1 : 0).get_quantization_params();
    const ScaleTables tables = point(p, table);
    if constexpr (kScales)
      Form::fill_scales({*of(input(0)), {w.scales(), w.num_channels()}, *of(output())}, p, tables);
  }

  bool check() override {
    if (!is_sound(output(), kFirstOutput, &refusal_)) return false;
    TensorInfo in[num_inputs], y = describe(output());
    for (size_t i = 0; i < num_inputs; ++i) {
      const TensorInterface* const tensor = optional(i);
      if (!tensor) continue;
      if (!is_sound(*tensor, static_cast<int>(i), &refusal_)) return false;
      in[i] = describe(*tensor);
    }
    Arena tables({tables_, table_bytes});
    PrepareContext context{tables, kBuildIsa, false, {}};
    const NodeView node{OpCode{}, 1, {}, {in, num_inputs}, {&y, 1}};
    if (!adjust(in, y)) return false;
    const Result<Params> made = Form::prepare(attrs_, node, context);
    refusal_ = context.refusal;
    if (!made) {
      // prepare() leaves this case to another form, which managed tensors do not have.
      constexpr size_t weights = Form::Op::kSignature.first(Role::kWeights);
      if constexpr (weights < num_inputs)
        if (is_shifted(in[weights])) return raise(InvalidQuantizationError());
      return raise_refusal(made.code(), refusal_);
    }
    params_ = *made;
    if (!chosen(context)) return false;
    if (!keeps_ || scale_bytes() == 0) return true;
    if (!keep(scale_bytes())) return false;
    make_scales(params_, *kept_);
    return true;
  }

  void compute() override {
    if constexpr (kScales) {
      if (keeps_) {
        point(params_, *kept_);  // the tables may have moved
      } else {
        make_scales(params_, static_cast<uint8_t*>(this->scratch()) + ((kernel_scratch_ + 3) & ~3u));
      }
    }
    run(params_);
  }

  Attrs attrs_;
  Params params_{};
  alignas(int32_t) uint8_t tables_[table_bytes ? table_bytes : 4];
  bool keeps_;
};

}  // namespace nook::managed
