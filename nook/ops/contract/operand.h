// The roles of an operator's operands and results. Code that calls kernels (the interpreter, generated code,
// managed tensors, packing) reads these roles instead of using fixed positions.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "nook/core/meta.h"

namespace nook {

enum class Role : uint8_t {
  kData,      // activations
  kWeights,   // usually constants; a packing may pack them together with the bias
  kBias,      // bias that belongs to the weights
  kState,     // a variable tensor, which the kernel reads and writes: it keeps its value between calls
  kPrepared,  // a constant that only prepare() reads (axis, paddings); not passed to the kernel
};

enum class Count : uint8_t {
  kOne,
  kOptional,  // may be omitted even if others follow; DType::kNone then
  kMany,      // one or more, only as the last operand: passed to the kernel as an array
};

struct Operand {
  Role role = Role::kData;
  Count count = Count::kOne;

  constexpr bool handed() const { return role != Role::kPrepared; }
};

constexpr size_t kAnyNumber = 65536;
constexpr size_t kMostOperands = 32;

// The operands of an operator in the order of the .tflite format, and the number of its results.
struct Signature {
  Operand operands[kMostOperands];
  size_t count = 0;    // number of `operands`
  size_t results = 1;  // kAnyNumber: one or more, passed to the kernel as an array

  constexpr bool many_inputs() const { return count > 0 && operands[count - 1].count == Count::kMany; }
  constexpr bool many_results() const { return results == kAnyNumber; }
  constexpr size_t least() const {  // the number of operands that a node must have
    size_t n = 0;
    for (size_t i = 0; i < count; ++i)
      if (operands[i].count != Count::kOptional) n = i + 1;
    return n;
  }
  constexpr size_t most() const { return many_inputs() ? kAnyNumber : count; }
  // The operand for node input `i`.
  constexpr const Operand& at(size_t i) const { return operands[i < count ? i : count - 1]; }
  constexpr bool handed(size_t i) const { return i < most() && at(i).handed(); }
  // The number of inputs that a kernel reads, for a node with `inputs` inputs: up to the last one passed to
  // it.
  constexpr size_t reach(size_t inputs) const {
    size_t n = many_inputs() ? inputs : count;
    while (n > 0 && !handed(n - 1)) --n;
    return n;
  }
  // The first operand of that role, or kMostOperands.
  constexpr size_t first(Role role) const {
    for (size_t i = 0; i < count; ++i)
      if (operands[i].role == role) return i;
    return kMostOperands;
  }
  // Whether a packing packs operand `i`.
  constexpr bool packed(size_t i) const {
    return handed(i) && (at(i).role == Role::kWeights || at(i).role == Role::kBias);
  }
  // For kernels with one argument per operand: their number, and the operand of argument `k`.
  constexpr size_t handed_count() const {
    size_t n = 0;
    for (size_t i = 0; i < count; ++i) n += operands[i].handed();
    return n;
  }
  constexpr size_t argument(size_t k) const {
    for (size_t i = 0; i < count; ++i)
      if (operands[i].handed() && k-- == 0) return i;
    return kMostOperands;
  }
};

// signature(kOneResult, Role::kData, Role::kWeights, optional(Role::kBias))
constexpr Operand operand(Role role) { return {role, Count::kOne}; }
constexpr Operand operand(Operand o) { return o; }
constexpr Operand optional(Role role) { return {role, Count::kOptional}; }
constexpr Operand many(Role role) { return {role, Count::kMany}; }

template <class... Operands>
constexpr Signature operands(Operands... all) {
  static_assert(sizeof...(all) <= kMostOperands, "kMostOperands");
  Signature s{};
  ((s.operands[s.count++] = operand(all)), ...);
  return s;
}
// Signature with another number of results.
constexpr Signature with_results(Signature s, size_t results) {
  s.results = results;
  return s;
}

}  // namespace nook
