#pragma once
#include "nook/managed/identifier.h"
#include "nook/managed/tensor.h"

namespace nook::managed {

// A tensor and the number that an operator knows it by: {Conv2D::filter, weights}. Borrows the tensor.
class SimpleNamedTensor {
 public:
  template <class Name, uint32_t = static_cast<uint32_t>(Name())>
  constexpr SimpleNamedTensor(Name name, Tensor& tensor)
      : name_(static_cast<uint32_t>(name)), tensor_(&tensor) {}

  uint32_t name() const { return name_; }
  Tensor& tensor() const { return *tensor_; }

 private:
  uint32_t name_;
  Tensor* tensor_;
};

// Where an operator's names are: the enumerators of Names, which is a class, or void when it has not said.
template <class Names>
struct NamesIn {
  static constexpr bool known = true;
  using type = typename Names::names_in;
};
template <class Names>
struct NamesOut {
  static constexpr bool known = true;
  using type = typename Names::names_out;
};
template <>
struct NamesIn<void> {
  static constexpr bool known = false;
};
template <>
struct NamesOut<void> {
  static constexpr bool known = false;
};

// The same by the text of the enumerator as well, {"filter", weights}: the program has its number only.
// `Names` is NamesIn or NamesOut of an operator, `n` how many names it has.
template <class Names, size_t n>
class NamedTensor : public SimpleNamedTensor {
 public:
  using SimpleNamedTensor::SimpleNamedTensor;
  template <class Known = Names>
  [[gnu::always_inline]] constexpr NamedTensor(string name, Tensor& tensor)
      : SimpleNamedTensor(number(Known(), name), tensor) {}

 private:
  template <class Known>
  [[gnu::always_inline]] static constexpr uint32_t number(Known, string name) {
    static_assert(Known::known,
                  "names by text: derive the operator from NamedOperator<Itself, inputs, outputs>");
    return EnumeratorNames<typename Known::type, n>::find(name);
  }
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
