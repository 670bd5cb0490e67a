#pragma once
#include <cstdint>
#include <set>
#include <vector>

#include "nookc/graph/users.h"

namespace nookc {

// A part of a constant matrix: rows from `row` on, `columns` columns from `column` on.
struct MatrixPart {
  TensorId matrix;
  int32_t row, column, columns;
};

struct Product {
  TensorId x;
  MatrixPart part;
  bool asymmetric = false;  // a matrix of int8: x is quantized with a zero point
};

// Elements of a constant vector from `from` on; one element counts for all.
struct BiasPart {
  TensorId vector;
  int32_t from;
};

// The terms that a gate of a recurrent cell adds before its function: products of dense layers, biases, and
// other tensors.
struct Sum {
  std::vector<Product> products;
  std::vector<BiasPart> biases;
  std::vector<TensorId> others;
  int visits = 0;
};

// Reads the operators of a float cell backwards, whatever their spelling, and notes the ones it has read.
class CellReader {
 public:
  CellReader(const Graph& graph, const Users& users) : graph_(&graph), users_(&users) {}

  const Graph& graph() const { return *graph_; }
  const Users& users() const { return *users_; }
  // The node that makes `t`, noted as read; null: none.
  const Node* producer(TensorId t);
  // The node that makes `t` if it is this operator without a fused activation.
  const Node* made_by(TensorId t, nook::OpCode code);
  // The tensor with the same bytes that no RESHAPE or other renaming operator has made.
  TensorId root(TensorId t);
  // The sum of `cells` channels of `t` from `from` on. `fused`: the operator that makes `t` has an activation
  // that the caller has read. False: it contains an operator that can't be a part of a cell.
  bool read_sum(TensorId t, int32_t from, int32_t cells, Sum* to, bool fused = false);

  const std::set<size_t>& read() const { return read_; }  // indices of nodes

 private:
  bool read_dense(const Node& node, int32_t from, int32_t cells, Sum* to, bool fused);
  bool read_joined(const Node& join, const Product& whole, Sum* to);
  bool read_part(const Node& node, TensorId t, int32_t from, int32_t cells, Sum* to);
  bool read_bias(TensorId t, int32_t from, int32_t cells, Sum* to);

  const Graph* graph_;
  const Users* users_;
  std::set<size_t> read_;
};

// Whether an operator's result has the bytes of its first operand.
bool renames(const Graph& graph, const Node& node);

// The axis along which a CONCATENATION joins its operands, counted from the first; -1: another operator.
int32_t joined_axis(const Graph& graph, const Node& node);

}  // namespace nookc
