#pragma once
#include "nook/managed/owned.h"
#include "nook/managed/tensor_map.h"

namespace nook::managed {

// What the operators of one program share, see OperatorInterface.
class OperatorBase : public InMetadata {
 public:
  OperatorBase(const OperatorBase&) = delete;
  OperatorBase& operator=(const OperatorBase&) = delete;

  // Computes the outputs. False, after one error and with no output touched, when
  //   MissingTensorError, InvalidTensorError: a name has no tensor, or an empty one;
  //   ReadOnlyTensorError: an output can't be written;
  //   check() says no: shapes, types, quantization are looked at once, and again after they changed;
  //   OutOfMemError: the scratch does not fit into the RAM allocator.
  // Nothing moves in the allocators of the tensors while it runs.
  bool eval();

  // Bytes of the RAM allocator that eval() takes, and gives back before it returns. Known after an eval().
  virtual uint32_t scratch_bytes() const { return 0; }

 protected:
  // `holds`: whether nothing may move while it runs; a model, which makes tensors, says false.
  OperatorBase(NamedSlot* slots, uint8_t num_inputs, uint8_t num_outputs, uint8_t optional, bool holds)
      : slots_(slots),
        inputs_(num_inputs),
        count_(static_cast<uint8_t>(num_inputs + num_outputs)),
        optional_(optional),
        holds_(holds) {}
  ~OperatorBase() = default;  // never deleted through this

  // Raises what is wrong with the tensors, false; or notes what compute() needs to know.
  virtual bool check() { return true; }
  virtual void compute() {}
  // Where a plan made elsewhere has the scratch, see AllocatorInterface::allocate().
  virtual size_t scratch_place() const { return AllocatorInterface::kAnywhere; }
  // scratch_bytes() bytes during compute(), at a multiple of 16.
  void* scratch() const { return scratch_; }
  // compute() could not: eval() says false.
  void fail() { failed_ = true; }

 private:
  bool look();
  void hold(bool on) const;

  NamedSlot* slots_;  // of the inputs, then of the outputs
  void* scratch_ = nullptr;
  uint8_t inputs_, count_;
  uint8_t optional_;  // the last names of the inputs, that may be left out
  bool holds_;
  bool checked_ = false;
  bool failed_ = false;
};

// An operator with named inputs and outputs. One's own:
//
//   class Scale : public OperatorInterface<2, 1> {
//    public:
//     enum names_in : uint8_t { in, factor };
//     enum names_out : uint8_t { out };
//
//    protected:
//     bool check() override { ... }                     // shapes and types, once
//     void compute() override { ... inputs[in].tensor()(i) ... outputs[out].tensor()(i) = ... }
//   };
//
//   Scale scale;
//   scale.set_inputs({{Scale::in, x}, {Scale::factor, f}}).set_outputs({{Scale::out, y}}).eval();
//
// The order of the list does not matter. A list of more names than there are does not compile; one that is
// wrong otherwise is refused, see TensorMap::set(), and leaves the tensors as they were.
//
// `Names`, the class that has names_in and names_out, lets lists name tensors by text as well, at no cost:
//
//   class Scale : public NamedOperator<Scale, 2, 1> { ... };
//   scale.set_inputs({{"in", x}, {"factor", f}})
template <size_t num_inputs, size_t num_outputs, size_t num_optional = 0, bool holds = true,
          class Names = void>
class OperatorInterface : public OperatorBase {
  using Input = NamedTensor<NamesIn<Names>, num_inputs>;
  using Output = NamedTensor<NamesOut<Names>, num_outputs>;

 public:
  OperatorInterface()
      : OperatorBase(slots_, num_inputs, num_outputs, num_optional, holds),
        inputs(slots_, num_inputs),
        outputs(slots_ + num_inputs, num_outputs) {}

  template <size_t n>
  OperatorInterface& set_inputs(const Input (&list)[n]) {
    static_assert(n <= num_inputs, "more inputs than the operator has");
    static_assert(n + num_optional >= num_inputs, "fewer inputs than the operator needs");
    inputs.set(list, n);
    return *this;
  }
  template <size_t n>
  OperatorInterface& set_outputs(const Output (&list)[n]) {
    static_assert(n == num_outputs, "as many outputs as the operator has");
    outputs.set(list, n);
    return *this;
  }
  // The same by the other spelling of the design.
  template <size_t n>
  OperatorInterface& setInputs(const Input (&list)[n]) {
    return set_inputs(list);
  }
  template <size_t n>
  OperatorInterface& setOutputs(const Output (&list)[n]) {
    return set_outputs(list);
  }

 protected:
  TensorMap inputs, outputs;

 private:
  NamedSlot slots_[num_inputs + num_outputs];
};

template <class Names, size_t num_inputs, size_t num_outputs, size_t num_optional = 0>
using NamedOperator = OperatorInterface<num_inputs, num_outputs, num_optional, true, Names>;

// A graph of operators that is used like one: eval() makes and drops the tensors between them.
template <size_t num_inputs, size_t num_outputs, class Names = void>
class ModelInterface : public OperatorInterface<num_inputs, num_outputs, 0, false, Names> {
 protected:
  // Whether a tensor has this shape and type; raises an error otherwise.
  static bool expect(const TensorInterface& tensor, const TensorShape& shape, ttype type) {
    if (tensor.get_type() != type) return raise(InvalidTensorDataTypeError()), false;
    if (tensor.get_shape() != shape) return raise(InvalidTensorShapeError()), false;
    return true;
  }
};

// What an operator derives from to reach the bytes of its tensors: all blocks of memory that are not one
// element come from here.
class FastOperator {
 protected:
  // The address of `bytes` bytes from `offset` on, or null after an error. Aligned as the elements are, or
  // InvalidOptimizableTensorError. Good until compute() returns.
  static const void* get_readable_block(const TensorInterface& tensor, uint32_t bytes, uint32_t offset = 0);
  static void* get_writeable_block(TensorInterface& tensor, uint32_t bytes, uint32_t offset = 0);
  // The blocks of whole tensors, as kernels are handed them: null where a name was left out. False, after an
  // error, when a tensor has none.
  static bool get_readable_blocks(const TensorMap& tensors, const void** blocks);
  static bool get_writeable_blocks(const TensorMap& tensors, void** blocks);
};

}  // namespace nook::managed
