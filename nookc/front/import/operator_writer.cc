#include "nookc/front/import/operator_writer.h"

#include <cstring>

#include "nook/ops/add/add_op.h"
#include "nook/ops/cast/cast_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/slice/slice_op.h"

namespace nookc::importing {

TensorId OperatorWriter::fresh(nook::DType type, const nook::Shape& shape) {
  Tensor t;
  t.name = name_, t.type = type, t.shape = shape;
  return d_.graph.add(std::move(t));
}

TensorId OperatorWriter::like(TensorId other, const nook::Shape& shape) {
  Tensor t = d_.graph[other];
  t.name = name_, t.shape = shape, t.data = nullptr, t.first = nullptr, t.variable = false, t.source = -1;
  return d_.graph.add(std::move(t));
}

TensorId OperatorWriter::ints(const Ints& numbers) {
  const TensorId t = fresh(nook::DType::kS32, vector(numbers.size()));
  Bytes bytes(numbers.size() * sizeof(int32_t));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  d_.graph[t].data = std::make_shared<const Bytes>(std::move(bytes));
  return t;
}

TensorId OperatorWriter::emit(Attrs attrs, std::vector<TensorId> in, TensorId out) {
  Node node;
  node.attrs = std::move(attrs), node.in = std::move(in), node.out = {out};
  d_.graph.nodes.push_back(std::move(node));
  return out;
}

TensorId OperatorWriter::whole(Attrs attrs, std::vector<TensorId> in, size_t count) {
  return emit(std::move(attrs), std::move(in), fresh(nook::DType::kS32, vector(count)));
}

TensorId OperatorWriter::number(const Number& n) {
  if (n.constant()) return ints({static_cast<int32_t>(n.plus)});
  TensorId t = n.base;
  const int32_t count = d_.graph[t].shape.elements();
  t = emit(nook::Reshape::Attrs{}, {t}, like(t, vector(static_cast<size_t>(count))));
  if (count > 1) t = emit(nook::Slice::Attrs{}, {t, ints({n.element}), ints({1})}, like(t, vector(1)));
  if (d_.graph[t].type != nook::DType::kS32) t = whole(nook::Cast::Attrs{}, {t}, 1);
  return n.plus == 0 ? t : plus(t, {static_cast<int32_t>(n.plus)});
}

TensorId OperatorWriter::plus(TensorId one, const Ints& numbers) {
  return whole(nook::Add::Attrs{}, {one, ints(numbers)}, numbers.size());
}

TensorId OperatorWriter::place(const Number& n, size_t rank, size_t axis) {
  Ints only(rank);
  only[axis] = n.constant() ? static_cast<int32_t>(n.plus) : 1;
  if (n.constant()) return ints(only);
  const TensorId at = number(n);
  return rank == 1 ? at : whole(nook::Mul::Attrs{}, {at, ints(only)}, rank);
}

}  // namespace nookc::importing
