#include "nookc/front/import/compute_sizes.h"

#include <algorithm>
#include <cstring>

#include "nookc/core/text.h"
#include "nookc/front/shapes/infer.h"
#include "nookc/graph/integers.h"

namespace nookc::importing {
namespace {

using Numbers = std::vector<int64_t>;
constexpr size_t kMost = 1024;  // numbers in one result

bool is(const nook::OperatorView& op, int32_t code) { return op.code() == code; }
bool is(const nook::OperatorView& op, nook::OpCode code) { return is(op, static_cast<int32_t>(code)); }
constexpr int32_t kSparseToDense = 68, kWhere = 109;  // nook has no such operators

// Nothing: the numbers are computed when the model runs, or are not integers.
std::optional<Numbers> numbers_of(const Import& d, const Node& node, size_t i) {
  const TensorId t = i < node.in.size() ? node.in[i] : TensorId::kNone;
  if (const auto found = d.sizes.find(t); found != d.sizes.end()) return found->second;
  if (t == TensorId::kNone || broken(d, t)) return {};
  Numbers all = integers_of(d.graph, t);
  return all.empty() || all.size() > kMost ? std::nullopt : std::optional(std::move(all));
}

// The result, which is a constant unless it is empty: other operators refuse it then, as nook has no empty
// tensors.
bool give(Import& d, const Node& node, Numbers numbers, const nook::Shape& shape) {
  const TensorId y = node.out[0];
  Tensor& t = d.graph[y];
  const bool wide = t.type == nook::DType::kS64;
  if ((!wide && t.type != nook::DType::kS32) || t.constant() || numbers.size() > kMost) return false;
  d.changed = true;
  if (!numbers.empty()) {
    Bytes bytes(numbers.size() * (wide ? 8 : 4));
    for (size_t i = 0; i < numbers.size(); ++i) {  // little-endian
      const size_t size = wide ? 8 : 4;
      std::memcpy(&bytes[i * size], &numbers[i], size);
    }
    t.shape = shape, t.data = std::make_shared<const Bytes>(std::move(bytes));
  } else {
    d.faults[y] = {
        Exit::kUnsupported, "N3010", "'" + first_name(t.name) + "'", "it has no elements",
        "`nook inspect` shows the operators that compute it; convert the model with static shapes"};
  }
  d.sizes[y] = std::move(numbers);
  return true;
}

nook::Shape vector(size_t count) { return nook::Shape{{static_cast<int32_t>(count)}, 1}; }

// The indices of all true values, one row for each.
bool compute_where(Import& d, const Node& node) {
  const Tensor& x = d.graph[node.in[0]];
  if (!x.constant() || x.type != nook::DType::kBool || x.data->size() > kMost) return false;
  Numbers places;
  int32_t count = 0;
  for (int32_t i = 0; i < x.shape.elements(); ++i) {
    if ((*x.data)[static_cast<size_t>(i)] == std::byte{0}) continue;
    Numbers at;
    for (int32_t left = i, k = x.shape.rank; k-- > 0; left /= x.shape.dim[k])
      at.push_back(left % x.shape.dim[k]);
    places.insert(places.end(), at.rbegin(), at.rend());
    ++count;
  }
  return give(d, node, std::move(places), nook::Shape{{count, x.shape.rank}, 2});
}

bool compute_gather(Import& d, const Node& node) {
  const auto from = numbers_of(d, node, 0), at = numbers_of(d, node, 1);
  if (!from || !at || d.graph[node.in[0]].shape.rank != 1) return false;
  Numbers picked;
  for (const int64_t i : *at) {
    if (i < 0 || i >= static_cast<int64_t>(from->size())) return false;
    picked.push_back((*from)[static_cast<size_t>(i)]);
  }
  const size_t count = picked.size();
  return give(d, node, std::move(picked), vector(count));
}

// A vector of default numbers, with others at the given places.
bool compute_dense(Import& d, const Node& node) {
  const auto at = numbers_of(d, node, 0), size = numbers_of(d, node, 1), values = numbers_of(d, node, 2),
             others = numbers_of(d, node, 3);
  if (!at || !size || !values || !others || size->size() != 1 || others->size() != 1) return false;
  if (size->front() < 1 || size->front() > static_cast<int64_t>(kMost)) return false;
  if (values->size() != at->size() && values->size() != 1) return false;
  Numbers all(static_cast<size_t>(size->front()), others->front());
  for (size_t k = 0; k < at->size(); ++k) {
    const int64_t place = (*at)[k];
    if (place < 0 || place >= size->front()) return false;
    all[static_cast<size_t>(place)] = (*values)[values->size() == 1 ? 0 : k];
  }
  const size_t count = all.size();
  return give(d, node, std::move(all), vector(count));
}

// Unsigned, as hostile numbers may overflow.
int64_t applied(nook::OpCode code, int64_t a, int64_t b) {
  const auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
  return static_cast<int64_t>(code == nook::OpCode::kAdd   ? x + y
                              : code == nook::OpCode::kSub ? x - y
                                                           : x * y);
}

bool compute_binary(Import& d, nook::OpCode code, const Node& node) {
  const auto a = numbers_of(d, node, 0), b = numbers_of(d, node, 1);
  if (!a || !b || a->empty() || b->empty()) return false;
  const nook::Shape &x = d.graph[node.in[0]].shape, &y = d.graph[node.in[1]].shape;
  const auto dims = shapes::broadcast({x.dim, x.dim + x.rank}, {y.dim, y.dim + y.rank});
  const auto shape = dims ? shapes::shape_of(*dims, nook::DType::kS64) : std::nullopt;
  Numbers all(std::max(a->size(), b->size()));
  // One of them is a number, or they have equal shapes.
  if (!shape || shape->elements() != static_cast<int32_t>(all.size())) return false;
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = applied(code, (*a)[a->size() == 1 ? 0 : i], (*b)[b->size() == 1 ? 0 : i]);
  return give(d, node, std::move(all), *shape);
}

// Nothing: another operator.
std::optional<nook::OpCode> binary_of(const nook::OperatorView& op) {
  for (const nook::OpCode code : {nook::OpCode::kAdd, nook::OpCode::kSub, nook::OpCode::kMul})
    if (is(op, code)) return code;
  return {};
}

}  // namespace

bool must_be_computed(const Import& d, const nook::OperatorView& op, const Node& node) {
  if (is(op, kWhere) || is(op, kSparseToDense)) return true;
  return binary_of(op) && node.in.size() == 2 && node.in[0] != TensorId::kNone &&
         d.graph[node.in[0]].type == nook::DType::kS64;
}

bool compute_sizes(Import& d, const nook::OperatorView& op, const Node& node) {
  const bool named = node.out.size() == 1 && node.out[0] != TensorId::kNone && !node.in.empty() &&
                     node.in[0] != TensorId::kNone && !broken(d, node.out[0]) &&
                     (d.sizes.contains(node.in[0]) || !broken(d, node.in[0]));
  if (!named || d.results.contains(node.out[0])) return false;
  if (must_be_computed(d, op, node)) {
    if (is(op, kWhere)) return compute_where(d, node);
    return is(op, kSparseToDense) ? compute_dense(d, node) : compute_binary(d, *binary_of(op), node);
  }
  const bool picked = is(op, nook::OpCode::kGather) && node.in.size() == 2 && d.sizes.contains(node.in[1]);
  if (picked) return compute_gather(d, node);
  const bool moved = is(op, nook::OpCode::kReshape) || is(op, nook::OpCode::kCast);
  const auto found = d.sizes.find(node.in[0]);
  if (!moved || found == d.sizes.end() || !found->second.empty()) return false;
  return give(d, node, {}, {});
}

}  // namespace nookc::importing
