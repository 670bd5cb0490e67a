#pragma once
#include "nook/managed/owned.h"
#include "nook/managed/tensor_map.h"

namespace nook::managed {

// Shared by all operators of a program; see OperatorInterface.
class OperatorBase : public InMetadata {
 public:
  OperatorBase(const OperatorBase&) = delete;
  OperatorBase& operator=(const OperatorBase&) = delete;

  // Computes the outputs. Returns false, after one error and with all outputs unchanged, if
  //   MissingTensorError, InvalidTensorError: a name has no tensor, or an empty one;
  //   ReadOnlyTensorError: an output is read-only;
  //   check() fails: it checks shapes, types and quantization once, and again after they change;
  //   OutOfMemError: the scratch does not fit into the RAM allocator.
  // No block moves in the allocators of the tensors while it runs.
  bool eval();

  // Bytes of the RAM allocator that eval() uses and frees before it returns. Known after an eval().
  virtual uint32_t scratch_bytes() const { return 0; }

 protected:
  // `holds`: whether blocks must not move while it runs; false for a model, which creates tensors.
  OperatorBase(NamedSlot* slots, uint8_t num_inputs, uint8_t num_outputs, uint8_t optional, bool holds)
      : slots_(slots),
        inputs_(num_inputs),
        count_(static_cast<uint8_t>(num_inputs + num_outputs)),
        optional_(optional),
        holds_(holds) {}
  ~OperatorBase() = default;  // never deleted through this

  // Raises an error and returns false if the tensors are wrong; otherwise stores the data that compute()
  // needs.
  virtual bool check() { return true; }
  virtual void compute() {}
  // The position of the scratch in a plan made elsewhere; see AllocatorInterface::allocate().
  virtual size_t scratch_place() const { return AllocatorInterface::kAnywhere; }
  // scratch_bytes() bytes during compute(), at a multiple of 16.
  void* scratch() const { return scratch_; }
  // Marks compute() as failed: eval() returns false.
  void fail() { failed_ = true; }

 private:
  bool look();
  void hold(bool on);

  NamedSlot* slots_;  // slots of the inputs, then of the outputs
  void* scratch_ = nullptr;
  uint8_t inputs_, count_;
  uint8_t optional_;  // number of optional inputs, which are the last ones
  bool holds_;
  bool checked_ = false;
  bool failed_ = false;
};

// An operator with named inputs and outputs. To write one:
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
// The order of the list does not matter. A list that is too long does not compile. Any other wrong list is
// refused, see TensorMap::set(), and leaves the tensors unchanged.
//
// With `Names`, the class that has names_in and names_out, lists may also name tensors by text, at no cost:
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
  // The methods with the other spelling.
  template <size_t n>
  OperatorInterface& setInputs(const Input (&list)[n]) {
    return set_inputs(list);
  }
  template <size_t n>
  OperatorInterface& setOutputs(const Output (&list)[n]) {
    return set_outputs(list);
  }

 protected:
  NamedTensorMap<NamesIn<Names>, num_inputs> inputs;
  NamedTensorMap<NamesOut<Names>, num_outputs> outputs;

 private:
  NamedSlot slots_[num_inputs + num_outputs];
};

template <class Names, size_t num_inputs, size_t num_outputs, size_t num_optional = 0>
using NamedOperator = OperatorInterface<num_inputs, num_outputs, num_optional, true, Names>;

// A graph of operators that is used like one operator: eval() creates and deletes the tensors between them.
template <size_t num_inputs, size_t num_outputs, class Names = void>
class ModelInterface : public OperatorInterface<num_inputs, num_outputs, 0, false, Names> {
 protected:
  // Whether a tensor has this shape and type; raises an error otherwise.
  static bool expect(const TensorInterface& tensor, const TensorShape& shape, ttype type) {
    if (tensor.get_type() != type) return raise(InvalidTensorDataTypeError());
    if (tensor.get_shape() != shape) return raise(InvalidTensorShapeError());
    return true;
  }
};

// The base of operators that access the bytes of their tensors: only they get blocks larger than one element.
class FastOperator {
 protected:
  // The address of `bytes` bytes from `offset` on, or null after an error. InvalidOptimizableTensorError: the
  // address is not aligned for the elements. Valid until compute() returns.
  static const void* get_readable_block(const TensorInterface& tensor, uint32_t bytes, uint32_t offset = 0);
  static void* get_writeable_block(TensorInterface& tensor, uint32_t bytes, uint32_t offset = 0);
  // The blocks of whole tensors, for kernels; null for an omitted name. False, after an error, if a tensor
  // has no block.
  static bool get_readable_blocks(const TensorMap& tensors, const void** blocks);
  static bool get_writeable_blocks(const TensorMap& tensors, void** blocks);
};

}  // namespace nook::managed
