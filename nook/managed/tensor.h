#pragma once
#include <string.h>

#include "nook/managed/context.h"
#include "nook/managed/element.h"
#include "nook/managed/quantization.h"
#include "nook/managed/tensor_shape.h"

namespace nook::managed {

class TensorInterface;

// An element of a tensor. A cast reads it:
//
//   const int8_t a = x(1, 2);
//   static_cast<float>(y(7)) * 2
//
// A cast reads as many bytes as its type has, starting at the element, in little-endian order: a uint16_t
// read from a tensor of bytes covers two elements. Reading past the end of the tensor is an error and returns
// 0.
class IntegralValue {
 public:
  // Without a tensor (null), every use raises an InvalidTensorError.
  constexpr IntegralValue(const TensorInterface* tensor, uint32_t index) : tensor_(tensor), index_(index) {}
  template <class T>
  operator T() const;

 protected:
  friend class IntegralReference;
  const TensorInterface* tensor_;
  uint32_t index_;
};

// A writable element. A write changes exactly this element; the value is converted to the tensor's type.
// Integers wrap around as with static_cast; floats saturate.
class IntegralReference : public IntegralValue {
 public:
  constexpr IntegralReference(TensorInterface* tensor, uint32_t index) : IntegralValue(tensor, index) {}
  IntegralReference(const IntegralReference&) = default;
  template <class V>
  const IntegralReference& operator=(V value) const;
  // Copies the value of the other element.
  const IntegralReference& operator=(const IntegralValue& from) const;
  const IntegralReference& operator=(const IntegralReference& from) const {
    return *this = static_cast<const IntegralValue&>(from);
  }

 private:
  TensorInterface* tensor() const;  // null, after an error, if there is no tensor
};

// The base of all tensors: a type, a shape, elements, and optionally a quantization, independent of where the
// elements are stored.
//
// `new` allocates a tensor in the metadata allocator of the current context; it returns null, with an error,
// if there is no room. Give it to a Tensor, which deletes it. Tensors may also be static or on the stack.
// Every tensor is in the list of the context in which it was created, until it is destroyed.
//
// Your own tensor class (a camera, a memory on a bus) overrides is_ready(), read(), write() and, if it has
// memory to point to, get_readable_block(); if that memory is a copy of the elements, block_written() too.
// See tensors/callback_tensor.h.
class TensorInterface : public InMetadata {
 public:
  TensorInterface(const TensorInterface&) = delete;
  TensorInterface& operator=(const TensorInterface&) = delete;
  virtual ~TensorInterface();

  ttype get_type() const { return type_; }
  const TensorShape& get_shape() const { return shape_; }
  uint32_t num_elems() const { return count_; }
  uint32_t num_bytes() const { return count_ << shift_; }
  // Whether its elements are readable: false if their memory could not be allocated, or was freed.
  virtual bool is_ready() const { return *data_ != nullptr; }

  IntegralValue operator()(uint32_t i) const { return {this, i}; }
  IntegralValue operator()(uint32_t i, uint32_t j, uint32_t k = 0, uint32_t l = 0) const {
    return {this, shape_.linear_index(i, j, k, l)};
  }
  IntegralReference operator()(uint32_t i) { return {this, i}; }
  IntegralReference operator()(uint32_t i, uint32_t j, uint32_t k = 0, uint32_t l = 0) {
    return {this, shape_.linear_index(i, j, k, l)};
  }
  // Implements the casts and assignments above.
  template <class T>
  T get(uint32_t index) const {
    T value;
    if (reachable(index, sizeof value)) {
      memcpy(&value, static_cast<const uint8_t*>(*data_) + (index << shift_), sizeof value);
    } else {
      value = 0;
      read_elsewhere(index, &value, sizeof value);
    }
    return value;
  }
  template <class V>
  void put(uint32_t index, V value) {
    if (type_ == type_of<V> && writable_ && reachable(index, 1)) {
      memcpy(static_cast<uint8_t*>(*data_) + (index << shift_), &value, sizeof value);
    } else if constexpr (type_of<V> == flt) {
      put_float(index, value);
    } else {
      put_integer(index, static_cast<uint32_t>(value), V(-1) < V(0));
    }
  }
  // Element `index` of this := element `at` of another.
  void copy_element(uint32_t index, const TensorInterface& from, uint32_t at);

  // Changes the shape but not the type. InvalidResizeError: the tensor's memory has a fixed size. Derived
  // classes document the effect on the elements.
  virtual bool resize(const TensorShape& shape);

  // The parameters are copied into the metadata allocator, or are constants of the program; see
  // quantization.h. Either way they must live as long as the tensor. New ones replace the old ones.
  bool set_quantization_params(const PerTensorQuantizationParams& params);
  bool set_quantization_params(const PerChannelQuantizationParams& params);
  template <const auto& scales, const auto& zero_points>
  bool set_quantization_params(RomQuantizationParams<scales, zero_points>) {
    return set_rom_quantization(scales, zero_points, sizeof scales / sizeof scales[0]);
  }
  const QuantizationParams& get_quantization_params() const { return quantization_; }

  Context& context() const { return context_; }
  // The next tensor in the list of the context.
  TensorInterface* next() const { return next_; }
  // Changes whenever shape or quantization change, and is unique in its context.
  uint32_t stamp() const { return stamp_; }

 protected:
  // A pointer to memory that may move (a bound handle) or does not move.
  struct Data : Handle {
    using Handle::operator=;
    using Handle::point_to;
  };

  TensorInterface(const TensorShape& shape, ttype type);

  // Accesses `bytes` bytes of the elements from `offset` on, both in bytes. False, after an error, if
  // refused.
  virtual bool read(uint32_t offset, void* to, uint32_t bytes) const;
  virtual bool write(uint32_t offset, const void* from, uint32_t bytes);

  // For FastOperators: the address of `bytes` bytes from `offset` on, or null after an error. Valid until the
  // operator ends.
  virtual const void* get_readable_block(uint32_t bytes, uint32_t offset) const;
  // Called when an operator that has written to blocks of this tensor ends, so that the tensor can store them
  // in its elements' memory. False, after an error, if that fails; the operator then fails too.
  virtual bool block_written() { return true; }
  void* get_writeable_block(uint32_t bytes, uint32_t offset);

  bool in_range(uint32_t offset, uint32_t bytes) const {
    return offset <= num_bytes() && bytes <= num_bytes() - offset;
  }
  // Sets the shape without checking the memory. InvalidTensorDimensionsError: more than 2^31 - 1 bytes.
  bool set_shape(const TensorShape& shape);
  // The result of num_bytes() for such a shape.
  static constexpr uint32_t kTooManyBytes = TensorShape::kTooMany;
  uint32_t bytes_of(const TensorShape& shape) const;

  // Provides memory for elements of `bytes` bytes, at an offset of the plan. False, after an error, if there
  // is none, as in this class.
  virtual bool make_room(uint32_t bytes, size_t place);
  // Frees the elements, if they are a block of an allocator; the destructor does so too.
  void drop_block();

  Data data_;  // the elements, if they are in memory
  // Whether elements are writable; kLent: yes, and a FastOperator has a block for writing.
  static constexpr uint8_t kLent = 2;
  uint8_t writable_ = true;

 private:
  friend struct PlannedBlock;
  friend class Context;
  friend class FastOperator;
  friend class OperatorBase;
  friend class IntegralReference;

  // Whether `bytes` bytes from element `index` on are in memory and inside the tensor.
  bool reachable(uint32_t index, uint32_t bytes) const {
    return *data_ && index < count_ && (bytes == 1 || (count_ - index) << shift_ >= bytes);
  }
  void read_elsewhere(uint32_t index, void* to, uint32_t bytes) const;
  void put_integer(uint32_t index, uint32_t bits, bool is_signed);
  void put_float(uint32_t index, float value);
  void put_raw(uint32_t index, uint32_t bits);
  bool set_copied(const float* scales, const int32_t* zero_points, uint32_t count);
  bool set_rom_quantization(const float* scales, const int32_t* zero_points, uint32_t count);
  void drop_quantization();

  ttype type_;
  uint8_t shift_;
  bool owns_quantization_ = false;
  TensorShape shape_;
  uint32_t count_ = 0;
  uint32_t stamp_ = 0;
  QuantizationParams quantization_;
  Context& context_;
  TensorInterface* next_ = nullptr;
};

template <class T>
IntegralValue::operator T() const {
  if (tensor_) return tensor_->get<T>(index_);
  return raise(InvalidTensorError()), T(0);
}
template <class V>
const IntegralReference& IntegralReference::operator=(V value) const {
  static_assert(sizeof(V) <= 4, "no element is wider than 32 bits: cast it");
  if (TensorInterface* const to = tensor()) to->put(index_, value);
  return *this;
}

// A handle to a tensor in the metadata allocator. Its destructor deletes the tensor.
//
//   Tensor x = new RamTensor({1, 8, 8, 1}, i8);
//   x(0, 3, 3) = 7;
//
// Empty if the tensor could not be created: `if (!x)`.
class Tensor : public Handle {
 public:
  Tensor() = default;
  // Takes ownership of the tensor. A tensor that is not from its context's metadata allocator is refused; one
  // that is not ready is deleted.
  Tensor(TensorInterface* tensor) { own(tensor); }
  Tensor& operator=(TensorInterface* tensor);
  Tensor(Tensor&&) = default;
  Tensor& operator=(Tensor&& other) noexcept;
  ~Tensor() { reset(); }
  void reset();

  TensorInterface* get() const { return static_cast<TensorInterface*>(Handle::operator*()); }
  TensorInterface& operator*() const { return *get(); }
  TensorInterface* operator->() const { return get(); }
  // Accesses elements like the tensor's operator(); an empty handle has none.
  template <class... Index>
  IntegralReference operator()(Index... index) {
    return get() ? (*get())(static_cast<uint32_t>(index)...) : IntegralReference(nullptr, 0);
  }
  template <class... Index>
  IntegralValue operator()(Index... index) const {
    const TensorInterface* const tensor = get();
    return tensor ? (*tensor)(static_cast<uint32_t>(index)...) : IntegralValue(nullptr, 0);
  }

 private:
  void own(TensorInterface* tensor);
};

}  // namespace nook::managed
