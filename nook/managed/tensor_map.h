#pragma once
#include "nook/managed/identifier.h"
#include "nook/managed/tensor.h"

namespace nook::managed {

// A tensor and its number for an operator: {Conv2D::filter, weights}. Borrows the tensor.
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

// The class with an operator's names: the enumerators of Names, a class, or void if it has none.
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

// The number of the enumerator with this text; n if there is none. `Names` is NamesIn or NamesOut of an
// operator, `n` the number of names.
template <class Names, size_t n>
[[gnu::always_inline]] constexpr uint32_t number_of(string name) {
  static_assert(Names::known,
                "names by text: derive the operator from NamedOperator<Itself, inputs, outputs>");
  return EnumeratorNames<typename Names::type, n>::find(name);
}

// A named tensor by the text of the enumerator, {"filter", weights}: the program contains only its number.
template <class Names, size_t n>
class NamedTensor : public SimpleNamedTensor {
 public:
  using SimpleNamedTensor::SimpleNamedTensor;
  template <class Known = Names>
  [[gnu::always_inline]] constexpr NamedTensor(string name, Tensor& tensor)
      : SimpleNamedTensor(number_of<Known, n>(name), tensor) {}
};

// One name of a map: its tensor, if set, and the tensor at the last check of shapes.
class NamedSlot {
 public:
  Tensor& tensor() const { return *tensor_; }
  bool is_set() const { return tensor_ != nullptr; }

 private:
  friend class TensorMap;
  friend class OperatorBase;
  Tensor* tensor_ = nullptr;
  const void* checked_ = nullptr;
  uint32_t stamp_ = 0;
};

// The names 0 to n - 1, the enumerators of an operator, and their tensors. A view of the operator's slots.
class TensorMap {
 public:
  constexpr TensorMap(NamedSlot* slots, size_t size) : slots_(slots), size_(static_cast<uint8_t>(size)) {}
  TensorMap(const TensorMap&) = delete;
  TensorMap& operator=(const TensorMap&) = delete;

  size_t size() const { return size_; }
  // The slot of a name below size().
  NamedSlot& operator[](size_t name) const { return slots_[name]; }

  // Sets the tensors of exactly these names. InvalidTensorNameError, and the map unchanged: a name is unknown
  // or given twice.
  bool set(const SimpleNamedTensor* list, size_t count);

 protected:
  // The slot of any number; from size() on, raises InvalidTensorNameError and returns an empty slot.
  NamedSlot& look_up(uint32_t name) const;

 private:
  NamedSlot* slots_;
  uint8_t size_;
};

// Looks up the text of an enumerator, inputs["filter"]: the program contains only its number. An unknown text
// raises InvalidTensorNameError and returns an empty slot.
template <class Names, size_t n>
class NamedTensorMap : public TensorMap {
 public:
  using TensorMap::TensorMap;
  using TensorMap::operator[];
  template <class Known = Names>
  [[gnu::always_inline]] NamedSlot& operator[](string name) const {
    return look_up(number_of<Known, n>(name));
  }
};

}  // namespace nook::managed
