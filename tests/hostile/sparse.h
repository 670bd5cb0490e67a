// Sparse constants for tests: the storage of SparsityParameters, written from a dense array by code that
// shares nothing with the reader of nookc.
#pragma once
#include <vector>

#include "tests/hostile/net.h"
#include "tests/test.h"

namespace hostile {

// How an array is stored. Levels: the dimensions in `order`, those within a block last.
struct Storage {
  Shape shape;
  std::vector<int32_t> block_map,
      block_sizes;  // the dimension that each block divides, and the block's size along it
  std::vector<int32_t> order;
  std::vector<bool> compressed;  // per level
  int width = 4;                 // bytes of an index
};

inline int32_t product(const Shape& shape) {
  int32_t all = 1;
  for (const int32_t size : shape) all *= size;
  return all;
}

// Stores one level after the other. Elements are known by their indices, one for each level.
class Sparsifier {
 public:
  Sparsifier(const Storage& how, const std::vector<bool>& present) : how_(how) {
    for (int32_t e = 0; e < static_cast<int32_t>(present.size()); ++e)
      if (present[static_cast<size_t>(e)]) elements_.push_back(indices_of(e));
    numbers_of(present);
  }

  // The parameters, and in `stored` the number of each stored element, or -1 where a block has a hole.
  std::unique_ptr<fb::SparsityParametersT> store(std::vector<int32_t>* stored) {
    auto made = std::make_unique<fb::SparsityParametersT>();
    made->traversal_order = how_.order, made->block_map = how_.block_map;
    std::vector<std::vector<int32_t>> prefixes = {{}};
    for (size_t k = 0; k < how_.order.size(); ++k) {
      auto level = std::make_unique<fb::DimensionMetadataT>();
      prefixes = store_level(k, prefixes, *level);
      made->dim_metadata.push_back(std::move(level));
    }
    for (const std::vector<int32_t>& indices : prefixes) stored->push_back(element_at(indices));
    return made;
  }

 private:
  size_t rank() const { return how_.shape.size(); }
  int32_t block_of(int32_t dim) const {
    for (size_t b = 0; b < how_.block_map.size(); ++b)
      if (how_.block_map[b] == dim) return how_.block_sizes[b];
    return 1;
  }
  int32_t size_of(size_t level) const {
    const auto dim = static_cast<size_t>(how_.order[level]);
    return dim < rank() ? how_.shape[dim] / block_of(static_cast<int32_t>(dim))
                        : how_.block_sizes[dim - rank()];
  }

  std::vector<int32_t> indices_of(int32_t element) const {
    std::vector<int32_t> place(rank());
    for (size_t d = rank(); d-- > 0;) place[d] = element % how_.shape[d], element /= how_.shape[d];
    std::vector<int32_t> indices;
    for (const int32_t dim : how_.order) {
      const bool inner = static_cast<size_t>(dim) >= rank();
      const int32_t d = inner ? how_.block_map[static_cast<size_t>(dim) - rank()] : dim;
      const int32_t at = place[static_cast<size_t>(d)];
      indices.push_back(inner ? at % block_of(d) : at / block_of(d));
    }
    return indices;
  }
  void numbers_of(const std::vector<bool>& present) {
    for (int32_t e = 0; e < static_cast<int32_t>(present.size()); ++e) all_.push_back(indices_of(e));
  }
  int32_t element_at(const std::vector<int32_t>& indices) const {
    for (size_t e = 0; e < all_.size(); ++e)
      if (all_[e] == indices) return static_cast<int32_t>(e);
    return -1;
  }
  bool any_below(const std::vector<int32_t>& prefix) const {
    for (const std::vector<int32_t>& element : elements_)
      if (std::equal(prefix.begin(), prefix.end(), element.begin())) return true;
    return false;
  }

  std::vector<std::vector<int32_t>> store_level(size_t k, const std::vector<std::vector<int32_t>>& before,
                                                fb::DimensionMetadataT& level) const {
    std::vector<std::vector<int32_t>> after;
    std::vector<int32_t> segments = {0}, indices;
    for (const std::vector<int32_t>& prefix : before) {
      for (int32_t i = 0; i < size_of(k); ++i) {
        std::vector<int32_t> next = prefix;
        next.push_back(i);
        if (how_.compressed[k] && !any_below(next)) continue;
        indices.push_back(i), after.push_back(std::move(next));
      }
      segments.push_back(static_cast<int32_t>(indices.size()));
    }
    level.dense_size = size_of(k);
    level.format = how_.compressed[k] ? fb::DimensionType_SPARSE_CSR : fb::DimensionType_DENSE;
    if (how_.compressed[k]) set(level.array_segments, segments), set(level.array_indices, indices);
    return after;
  }
  void set(fb::SparseIndexVectorUnion& to, const std::vector<int32_t>& values) const {
    const int32_t limit = how_.width == 1 ? 256 : 65536;
    const bool small = std::all_of(values.begin(), values.end(), [&](int32_t v) { return v < limit; });
    if (how_.width == 4 || !small) {
      fb::Int32VectorT words;
      words.values = values;
      to.Set(std::move(words));
    } else if (how_.width == 2) {
      fb::Uint16VectorT halves;
      halves.values.assign(values.begin(), values.end());
      to.Set(std::move(halves));
    } else {
      fb::Uint8VectorT bytes;
      bytes.values.assign(values.begin(), values.end());
      to.Set(std::move(bytes));
    }
  }

  Storage how_;
  std::vector<std::vector<int32_t>> elements_, all_;  // the indices of those that are not zero, and of all
};

inline Storage random_storage(test::Rng& rng) {
  Storage how;
  const int rank = rng.in(1, 4);
  for (int d = 0; d < rank; ++d) how.shape.push_back(rng.in(1, 6));
  std::vector<int32_t> outer, inner;
  for (int d = 0; d < rank; ++d) outer.push_back(d);
  for (int d = 0; d < rank; ++d)
    if (rng.in(0, 2) == 0) how.block_map.push_back(d), how.block_sizes.push_back(rng.in(1, 3));
  for (size_t b = 0; b < how.block_map.size(); ++b) {
    how.shape[static_cast<size_t>(how.block_map[b])] *= how.block_sizes[b];
    inner.push_back(rank + static_cast<int32_t>(b));
  }
  const auto shuffle = [&](std::vector<int32_t>& all) {
    for (size_t i = all.size(); i > 1; --i)
      std::swap(all[i - 1], all[static_cast<size_t>(rng.in(0, static_cast<int32_t>(i) - 1))]);
  };
  shuffle(outer), shuffle(inner);
  how.order = outer;
  how.order.insert(how.order.end(), inner.begin(), inner.end());
  for (size_t k = 0; k < how.order.size(); ++k) how.compressed.push_back(rng.in(0, 1) == 0);
  how.width = 1 << rng.in(0, 2);
  return how;
}

// Elements of `element` bytes, most of them zeros.
inline std::vector<uint8_t> random_elements(test::Rng& rng, int32_t count, int element) {
  std::vector<uint8_t> dense(static_cast<size_t>(count) * static_cast<size_t>(element));
  const int32_t zeros = rng.in(0, 4);
  for (int32_t e = 0; e < count; ++e)
    if (rng.in(0, 3) >= zeros)
      for (int k = 0; k < element; ++k)
        dense[static_cast<size_t>(e * element + k)] = static_cast<uint8_t>(rng.in(1, 100));
  return dense;
}

// Makes the constant `tensor` of a net sparse: its buffer keeps the stored elements only.
inline void make_sparse(Net& net, int32_t tensor, const Storage& how, const std::vector<uint8_t>& dense,
                        int element) {
  std::vector<bool> present;
  for (int32_t e = 0; e < product(how.shape); ++e) {
    bool some = false;
    for (int k = 0; k < element; ++k) some |= dense[static_cast<size_t>(e * element + k)] != 0;
    present.push_back(some);
  }
  std::vector<int32_t> stored;
  net[tensor].sparsity = Sparsifier(how, present).store(&stored);
  std::vector<uint8_t> bytes;
  for (const int32_t e : stored)
    for (int k = 0; k < element; ++k) bytes.push_back(dense[static_cast<size_t>(e * element + k)]);
  net.model.buffers[net[tensor].buffer]->data = std::move(bytes);
}

// x + DENSIFY(constant), or x + constant, of a random storage.
inline Net sparse_net(test::Rng& rng, std::vector<uint8_t>* dense,
                      fb::TensorType type = fb::TensorType_INT8) {
  const Storage how = random_storage(rng);
  const int element = type == fb::TensorType_FLOAT32 ? 4 : type == fb::TensorType_FLOAT16 ? 2 : 1;
  *dense = random_elements(rng, product(how.shape), element);
  Net net;
  const int32_t x = net.input(how.shape), y = net.like(x);
  int32_t stored = net.constant(how.shape, net.buffer(*dense));
  make_sparse(net, stored, how, *dense, element);
  const auto set_type = [&](int32_t t, fb::TensorType to) {
    net[t].type = to;
    if (to != fb::TensorType_INT8) net[t].quantization.reset();
  };
  set_type(stored, type);
  const auto then = [&](fb::BuiltinOperator code, fb::TensorType to) {
    const int32_t result = net.tensor(how.shape, 0.01f);
    set_type(result, to);
    net.op(code, {stored}, result);
    stored = result;
  };
  if (rng.in(0, 1)) then(fb::BuiltinOperator_DENSIFY, type);
  if (type == fb::TensorType_FLOAT16) then(fb::BuiltinOperator_DEQUANTIZE, fb::TensorType_FLOAT32);
  if (type != fb::TensorType_INT8) set_type(x, fb::TensorType_FLOAT32), set_type(y, fb::TensorType_FLOAT32);
  net.op(fb::BuiltinOperator_ADD, {x, stored}, y, fb::AddOptionsT{});
  net.output(y);
  return net;
}

}  // namespace hostile
