// A growing graph: tensors, constants with values, and operators that are removed again if nook would refuse
// them.
#pragma once
#include <string>
#include <vector>

#include "nookc/graph/graph.h"
#include "tests/generated/choices.h"

namespace generated {

using nookc::TensorId;
using Ints = std::vector<int32_t>;

class Sketch {
 public:
  explicit Sketch(Choices& choices);

  Choices& choose;
  nookc::Graph graph;

  const nook::Shape& shape(TensorId t) const { return graph[t].shape; }
  int rank(TensorId t) const { return graph[t].shape.rank; }
  int32_t dim(TensorId t, int i) const { return graph[t].shape.dim[i]; }
  Ints dims(TensorId t) const { return Ints(shape(t).dim, shape(t).dim + rank(t)); }
  int32_t elements(TensorId t) const { return graph[t].shape.elements(); }
  bool is_float(TensorId t) const { return graph[t].type == nook::DType::kF32; }
  bool is_wide(TensorId t) const { return graph[t].type == nook::DType::kS16; }

  // A tensor without a value: int8 with this scale and zero point, int16 with this scale, or float32.
  TensorId quantized(const Ints& shape, float scale, int32_t zero);
  TensorId wide(const Ints& shape, float scale);
  TensorId real(const Ints& shape);
  TensorId truth(const Ints& shape);    // bool
  TensorId indices(const Ints& shape);  // int32
  // A type that only signal operators read.
  TensorId plain(nook::DType type, const Ints& shape);
  // A tensor with the type, scale and zero point of `like` and another shape.
  TensorId alike(TensorId like, const Ints& shape);
  // An operator's state: makes a tensor without a value a variable.
  TensorId kept(TensorId t) {
    graph[t].variable = true;
    return t;
  }
  // The result of arithmetic on x, with its type; integers get a scale at which most of `spread`, the typical
  // magnitude of its real values, is visible.
  TensorId result(TensorId x, const Ints& shape, float spread);

  // Constants. Weights are int8, or sometimes int4, with scales along `axis`, or one scale if it is -1.
  TensorId integers(const Ints& shape, const Ints& values);
  TensorId shorts(const Ints& values);                                                // int16
  TensorId octets(const Ints& values);                                                // uint8
  TensorId halfwords(const Ints& shape, float scale) { return words(shape, scale); }  // int16
  TensorId weights(const Ints& shape, int axis);
  TensorId floats(const Ints& shape, float most);
  TensorId halves(const Ints& shape);  // float16
  // The weights of a layer that reads x: as above, sometimes with a zero point; for float x, floats up to
  // `most`, int8, or the result of a DEQUANTIZE of int4, int8 or float16.
  TensorId layer(TensorId x, const Ints& shape, int axis, float most);
  TensorId bytes(const Ints& shape, float scale, int32_t zero);
  // A constant of the type of `like` in another shape; integers with `times` its scale.
  TensorId constant_like(TensorId like, const Ints& shape, float times = 1);
  // A bias for a layer that reads x, with this scale of its sums per channel: int32, float or, for int16,
  // usually int64.
  TensorId bias(TensorId x, TensorId weights, int32_t channels, float in_scale, int32_t most);

  float spread(TensorId t) const;  // the typical magnitude of its real values

  // Adds an operator. Returns false, with the graph restored to `mark`, if nook refuses it or it is too
  // large.
  struct Mark {
    size_t tensors, nodes;
  };
  Mark mark() const { return {graph.tensors.size(), graph.nodes.size()}; }
  void undo(const Mark& mark);
  bool add(const Mark& mark, nookc::Attrs attrs, std::vector<TensorId> in, TensorId out) {
    return add(mark, std::move(attrs), std::move(in), std::vector<TensorId>{out});
  }
  bool add(const Mark& mark, nookc::Attrs attrs, std::vector<TensorId> in, std::vector<TensorId> out);

  int32_t draw(int32_t lo, int32_t hi);  // for the values of constants, which need no shrinking

 private:
  TensorId named(nookc::Tensor tensor, const std::string& name);
  TensorId constant(nookc::Tensor tensor, nookc::Bytes bytes, const std::string& name);
  TensorId words(const Ints& shape, float scale);
  void clear_channels(nookc::Bytes& bytes, const Ints& shape);

  uint64_t values_;
};

}  // namespace generated
