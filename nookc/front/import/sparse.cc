#include "nookc/front/import/sparse.h"

#include <algorithm>
#include <vector>

#include "nookc/core/dtype.h"

namespace nookc::importing {
namespace {

namespace fields = nook::fields;

// The members of the union SparseIndexVector.
constexpr uint8_t kWords = 1, kHalves = 2, kBytes = 3;

// Integers of one of three widths, in the file.
class Integers {
 public:
  Integers() = default;
  Integers(uint8_t member, const nook::Table& table) : member_(member) {
    if (member == kWords) words_ = table[fields::Int32Vector::values];
    if (member == kHalves) halves_ = table[fields::Uint16Vector::values];
    if (member == kBytes) bytes_ = table[fields::Uint8Vector::values];
  }

  int64_t size() const {
    return member_ == kWords ? words_.size() : member_ == kHalves ? halves_.size() : bytes_.size();
  }
  int64_t operator[](int64_t i) const {
    const auto at = static_cast<uint32_t>(i);
    return member_ == kWords ? words_[at] : member_ == kHalves ? halves_[at] : bytes_[at];
  }

 private:
  uint8_t member_ = 0;
  nook::Vector<int32_t> words_;
  nook::Vector<uint16_t> halves_;
  nook::Vector<uint8_t> bytes_;
};

// One level of the visit: an index along a dimension of the tensor, or within a block along it.
struct Level {
  bool all = true;   // every index is present; otherwise the listed ones (compressed sparse rows)
  int64_t size = 0;  // the number of indices
  int64_t step = 0;  // elements between two neighbours
  Integers
      segments;  // per position of the level before: where its part of `indices` begins, and the end of all
  Integers indices;
};

std::string need(const std::string& what, int64_t wanted, int64_t have) {
  return what + ": need " + std::to_string(wanted) + ", have " + std::to_string(have);
}

class Decoder {
 public:
  Decoder(const nook::Table& sparsity, const nook::Shape& shape)
      : order_(sparsity[fields::SparsityParameters::traversal_order]),
        blocks_(sparsity[fields::SparsityParameters::block_map]),
        metadata_(sparsity[fields::SparsityParameters::dim_metadata]),
        shape_(shape) {}

  // The element number of each stored value, in the order in which they are stored.
  std::string decode(std::vector<int32_t>* places) {
    if (std::string wrong = read_levels(); !wrong.empty()) return wrong;
    places->assign(1, 0);
    for (size_t k = 0; k < levels_.size(); ++k)
      if (std::string wrong = expand(levels_[k], k, places); !wrong.empty()) return wrong;
    return {};
  }

 private:
  std::string read_levels();
  std::string read_order(std::vector<size_t>* level_of);
  std::string read_level(size_t k);
  std::string divide(const std::vector<size_t>& level_of);
  static std::string check_lists(const Level& level, int64_t before, const std::string& name);
  static std::string expand(const Level& level, size_t k, std::vector<int32_t>* places);

  nook::Vector<int32_t> order_, blocks_;
  nook::Tables metadata_;
  nook::Shape shape_;
  std::vector<Level> levels_;
};

// The level of each dimension. Dimensions of the tensor come first, in any order, then those in a block.
std::string Decoder::read_order(std::vector<size_t>* level_of) {
  const uint32_t rank = shape_.rank;
  if (blocks_.size() > rank) return need("block_map: its dimensions (at most)", rank, blocks_.size());
  const uint32_t count = rank + blocks_.size();
  if (order_.size() != count) return need("traversal_order: its levels", count, order_.size());
  if (metadata_.size() != count) return need("dim_metadata: its levels", count, metadata_.size());
  level_of->assign(count, count);
  for (uint32_t k = 0; k < count; ++k) {
    const int64_t from = k < rank ? 0 : rank, to = k < rank ? rank : count, dim = order_[k];
    if (dim < from || dim >= to || (*level_of)[static_cast<size_t>(dim)] != count)
      return "traversal_order: level " + std::to_string(k) + ": need a dimension from " +
             std::to_string(from) + " to " + std::to_string(to - 1) + " that no other level has, have " +
             std::to_string(dim);
    (*level_of)[static_cast<size_t>(dim)] = k;
  }
  return {};
}

std::string Decoder::read_level(size_t k) {
  const nook::Table table = metadata_[static_cast<uint32_t>(k)];
  namespace field = fields::DimensionMetadata;
  Level level;
  const uint8_t format = table[field::format];
  level.size = table[field::dense_size];
  level.all = format == static_cast<uint8_t>(fields::DimensionType::DENSE);
  if (!level.all) {
    if (format != static_cast<uint8_t>(fields::DimensionType::SPARSE_CSR))
      return "dim_metadata " + std::to_string(k) + ": the format is neither DENSE nor SPARSE_CSR";
    level.segments = {table[field::array_segments_type], table[field::array_segments]};
    level.indices = {table[field::array_indices_type], table[field::array_indices]};
  }
  levels_.push_back(level);
  return {};
}

// Sets sizes and steps. A block divides the dimension that block_map names.
std::string Decoder::divide(const std::vector<size_t>& level_of) {
  const uint32_t rank = shape_.rank;
  int64_t stride[nook::kMaxRank] = {}, block[nook::kMaxRank] = {};
  int64_t elements = 1;
  for (uint32_t d = rank; d-- > 0;) stride[d] = elements, block[d] = 0, elements *= shape_.dim[d];
  for (uint32_t b = 0; b < blocks_.size(); ++b) {
    const int64_t d = blocks_[b];
    Level& within = levels_[level_of[rank + b]];
    if (d < 0 || d >= rank || block[d] != 0)
      return "block_map: need different dimensions from 0 to " + std::to_string(rank - 1) + ", have " +
             std::to_string(d);
    if (within.size < 1 || shape_.dim[d] % within.size != 0)
      return "the size of a block must divide dimension " + std::to_string(d) + ": need a divisor of " +
             std::to_string(shape_.dim[d]) + ", have " + std::to_string(within.size);
    block[d] = within.size, within.step = stride[d];
  }
  for (uint32_t d = 0; d < rank; ++d) {
    const int64_t each = std::max<int64_t>(block[d], 1), blocks = shape_.dim[d] / each;
    Level& outer = levels_[level_of[d]];
    if (outer.all && outer.size != blocks)
      return need("dim_metadata " + std::to_string(level_of[d]) + ", dense_size", blocks, outer.size);
    outer.size = blocks, outer.step = stride[d] * each;
  }
  return {};
}

std::string Decoder::read_levels() {
  std::vector<size_t> level_of;
  if (std::string wrong = read_order(&level_of); !wrong.empty()) return wrong;
  for (size_t k = 0; k < level_of.size(); ++k)
    if (std::string wrong = read_level(k); !wrong.empty()) return wrong;
  return divide(level_of);
}

std::string Decoder::check_lists(const Level& level, int64_t before, const std::string& name) {
  if (level.segments.size() != before + 1)
    return need(name + "array_segments", before + 1, level.segments.size());
  if (level.segments[0] != 0) return need(name + "array_segments, the first", 0, level.segments[0]);
  if (level.segments[before] != level.indices.size())
    return need(name + "array_segments, the last", level.indices.size(), level.segments[before]);
  for (int64_t p = 0; p < before; ++p) {
    const int64_t count = level.segments[p + 1] - level.segments[p];
    if (count < 0 || count > level.size)
      return name + "array_segments: a part must have 0 to " + std::to_string(level.size) +
             " indices, have " + std::to_string(count);
  }
  return {};
}

std::string Decoder::expand(const Level& level, size_t k, std::vector<int32_t>* places) {
  const std::string name = "dim_metadata " + std::to_string(k) + ", ";
  const auto before = static_cast<int64_t>(places->size());
  if (!level.all)
    if (std::string wrong = check_lists(level, before, name); !wrong.empty()) return wrong;
  std::vector<int32_t> next;
  for (int64_t p = 0; p < before; ++p) {
    const int64_t from = level.all ? 0 : level.segments[p],
                  to = level.all ? level.size : level.segments[p + 1];
    for (int64_t i = from; i < to; ++i) {
      const int64_t at = level.all ? i : level.indices[i];
      if (at < 0 || at >= level.size)
        return name + "array_indices: need less than " + std::to_string(level.size) + ", have " +
               std::to_string(at);
      next.push_back((*places)[static_cast<size_t>(p)] + static_cast<int32_t>(at * level.step));
    }
  }
  *places = std::move(next);
  return {};
}

}  // namespace

std::string make_dense(const nook::Model& model, const nook::TensorView& tensor, const nook::TensorInfo& info,
                       int64_t* most, Bytes* dense) {
  const int32_t element = nook::size_of(info.type);
  if (element == 0) return "elements of " + dtype_name(info.type) + " can't be sparse";
  const int64_t bytes = int64_t{info.shape.elements()} * element;
  if (bytes > *most)
    return "the dense constant has " + std::to_string(bytes) + " bytes, too many for a file of this size";
  *most -= bytes;
  const nook::SoundTable sparsity = tensor.table()[fields::Tensor::sparsity];
  const auto at = static_cast<uint32_t>(sparsity.at() - model.file().data());
  std::vector<int32_t> places;
  if (bytes == 0) return {};
  Decoder decoder(nook::Table(model.file(), at), info.shape);
  if (std::string wrong = decoder.decode(&places); !wrong.empty()) return wrong;
  const nook::Span<const uint8_t> stored = model.buffer(tensor.buffer());
  if (stored.size() != places.size() * static_cast<size_t>(element))
    return need("bytes of its stored elements", static_cast<int64_t>(places.size()) * element,
                static_cast<int64_t>(stored.size()));
  dense->assign(static_cast<size_t>(bytes), std::byte{0});
  const auto* from = reinterpret_cast<const std::byte*>(stored.data());
  for (const int32_t place : places) {
    std::copy_n(from, element, dense->data() + int64_t{place} * element);
    from += element;
  }
  return {};
}

}  // namespace nookc::importing
