#include "nookc/graph/integers.h"

#include <cstring>

namespace nookc {

std::vector<int64_t> integers_of(const Graph& graph, TensorId t) {
  if (t == TensorId::kNone || !graph[t].constant()) return {};
  const Tensor& tensor = graph[t];
  const bool wide = tensor.type == nook::DType::kS64;
  if (!wide && tensor.type != nook::DType::kS32) return {};
  std::vector<int64_t> all(tensor.data->size() / (wide ? 8 : 4));
  for (size_t i = 0; i < all.size(); ++i) {
    int32_t narrow = 0;
    if (wide) std::memcpy(&all[i], tensor.data->data() + 8 * i, 8);
    if (!wide) std::memcpy(&narrow, tensor.data->data() + 4 * i, 4), all[i] = narrow;
  }
  return all;
}

TensorId add_integers(Graph& graph, const std::string& name, const nook::Shape& shape,
                      const std::vector<int32_t>& numbers) {
  Tensor t;
  t.name = name, t.type = nook::DType::kS32, t.shape = shape;
  const auto* const bytes = reinterpret_cast<const std::byte*>(numbers.data());
  t.data = std::make_shared<Bytes>(bytes, bytes + numbers.size() * sizeof(int32_t));
  return graph.add(std::move(t));
}

TensorId add_integers(Graph& graph, const std::string& name, const std::vector<int32_t>& numbers) {
  nook::Shape list;
  list.rank = 1, list.dim[0] = static_cast<int32_t>(numbers.size());
  return add_integers(graph, name, list, numbers);
}

}  // namespace nookc
