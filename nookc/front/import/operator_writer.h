// Writes operators in place of one that nook has no form of.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "nookc/front/import/draft.h"

namespace nookc::importing {

using Ints = std::vector<int32_t>;

// Adds operators at the end of the graph.
class OperatorWriter {
 public:
  OperatorWriter(Import& d, std::string name) : d_(d), name_(std::move(name)) {}

  TensorId fresh(nook::DType type, const nook::Shape& shape);
  TensorId like(TensorId other, const nook::Shape& shape);
  TensorId ints(const Ints& numbers);
  TensorId emit(Attrs attrs, std::vector<TensorId> in, TensorId out);
  // The result is an int32 vector of `count` elements.
  TensorId whole(Attrs attrs, std::vector<TensorId> in, size_t count);

  // A computed number as an int32 vector of one element.
  TensorId number(const Number& n);
  // A vector of one element plus each of the numbers.
  TensorId plus(TensorId one, const Ints& numbers);
  // The indices of a place: n along `axis`, and 0 along the others.
  TensorId place(const Number& n, size_t rank, size_t axis);

  static nook::Shape vector(size_t count) { return nook::Shape{{static_cast<int32_t>(count)}, 1}; }

 private:
  Import& d_;
  std::string name_;
};

}  // namespace nookc::importing
