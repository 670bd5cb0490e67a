#pragma once
#include "nook/managed/operator.h"

// RESHAPE and SQUEEZE: in -> out, the same elements in the same order, of any type. The output is resized if
// its shape differs; out may be the same tensor as in, which is then only resized.
namespace nook::managed {

class Reshape : public NamedOperator<Reshape, 1, 1> {
 public:
  enum names_in : uint8_t { in };
  enum names_out : uint8_t { out };
  explicit Reshape(const TensorShape& shape) : shape_(shape) {}

 protected:
  Reshape() = default;
  bool check() override;
  void compute() override;
  // Computes the shape of the output.
  virtual bool find_shape(const TensorShape&) { return true; }
  TensorShape shape_;
};

// Removes the dimensions of size 1: all of them, or those in a mask (1 << d is dimension d).
class Squeeze : public Reshape {
 public:
  explicit Squeeze(uint8_t mask = 0) : mask_(mask) {}

 protected:
  bool find_shape(const TensorShape& shape) override;

 private:
  uint8_t mask_;
};

}  // namespace nook::managed
