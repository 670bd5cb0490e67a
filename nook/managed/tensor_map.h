#pragma once
#include "nook/managed/identifier.h"
#include "nook/managed/tensor.h"

namespace nook::managed {

// A tensor and the name that an operator knows it by: {Conv2D::filter, weights}. Borrows the tensor.
class SimpleNamedTensor {
 public:
  template <class Name>
  constexpr SimpleNamedTensor(Name name, Tensor& tensor)
      : name_(static_cast<uint32_t>(name)), tensor_(&tensor) {}
  constexpr SimpleNamedTensor(const char* name, Tensor& tensor) : name_(name), tensor_(&tensor) {}
  constexpr SimpleNamedTensor(string name, Tensor& tensor) : name_(name), tensor_(&tensor) {}

  string name() const { return name_; }
  Tensor& tensor() const { return *tensor_; }

 private:
  string name_;
  Tensor* tensor_;
};

// One name of a map: the tensor it stands for, if any, and the one that was there when shapes were checked.
class NamedSlot {
 public:
  Tensor& tensor() const { return *tensor_; }
  bool is_set() const { return tensor_ != nullptr; }

 private:
  friend class TensorMap;
  friend class OperatorBase;
  Tensor* tensor_ = nullptr;
  const TensorInterface* checked_ = nullptr;
  uint32_t stamp_ = 0;
};

// The names 0 to n - 1, which are the enumerators of an operator, and their tensors. A view of its slots.
class TensorMap {
 public:
  constexpr TensorMap(NamedSlot* slots, size_t size) : slots_(slots), size_(static_cast<uint8_t>(size)) {}
  TensorMap(const TensorMap&) = delete;
  TensorMap& operator=(const TensorMap&) = delete;

  size_t size() const { return size_; }
  // Of a name below size().
  NamedSlot& operator[](size_t name) const { return slots_[name]; }

  // The tensors of exactly these names; or InvalidTensorNameError, and the map as it was, when one is unknown
  // or named twice.
  bool set(const SimpleNamedTensor* list, size_t count);

 private:
  NamedSlot* slots_;
  uint8_t size_;
};

}  // namespace nook::managed
