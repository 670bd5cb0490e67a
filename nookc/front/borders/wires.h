// The first subgraph of a .tflite as numbered operators and tensors that can be rewired; the file itself is
// unchanged.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "nook/model/model.h"

namespace nookc {

struct Wires {
  struct Op {
    int32_t code = 0;
    std::vector<int32_t> in, out;  // -1: absent
    bool gone = false, changed = false;
  };
  struct Tensor {
    std::string name;
    nook::TensorInfo info;  // from the file; kNone: invalid
    int32_t type_of = 0;    // the file's tensor whose type and quantization it has
    int32_t shape_of = 0;   // the file's tensor whose shape it has
  };
  std::vector<Op> ops;
  std::vector<Tensor> tensors;
  std::vector<int32_t> inputs, outputs;
  bool changed = false;

  const nook::TensorInfo& typed(int32_t t) const { return tensors[number(tensors[number(t)].type_of)].info; }
  const nook::Shape& shape(int32_t t) const {
    return tensors[number(tensors[number(t)].shape_of)].info.shape;
  }
  // The operators that read a tensor, and the operator that writes it (-1: none).
  std::vector<size_t> readers(int32_t t) const;
  int writer(int32_t t) const;
  bool is_input(int32_t t) const;
  int outputs_of(int32_t t) const;  // number of the model's outputs that are this tensor
  // Swaps two tensors in all operators.
  void swap(int32_t a, int32_t b);
  // Makes every operator that reads `from` read `to`.
  void reroute(int32_t from, int32_t to);
  std::string op_text(size_t op) const;

  static size_t number(int32_t t) { return static_cast<size_t>(t); }
};

Wires read_wires(const nook::Model& model);

}  // namespace nookc
