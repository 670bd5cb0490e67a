#include "nookc/middle/plan/formats/offline_plan.h"

#include <cstring>

namespace nookc {
namespace {

constexpr std::string_view kName = "OfflineMemoryAllocation";
constexpr int32_t kVersion = 1;

uint32_t word_at(std::string_view file, size_t at) {
  uint32_t word = 0;
  std::memcpy(&word, file.data() + at, sizeof word);
  return word;
}

nook::Span<const uint8_t> as_file(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()};
}

// The new head of a file. It grows by appending; references are filled in once their target is known.
class Head {
 public:
  size_t size() const { return bytes_.size(); }
  void align(size_t to) { bytes_.resize((bytes_.size() + to - 1) / to * to); }
  template <class T>
  void add(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void add(std::string_view text) { bytes_ += text; }
  // Reserves a reference to something that follows.
  size_t add_reference() {
    add(uint32_t{0});
    return size() - sizeof(uint32_t);
  }
  void refer(size_t from, size_t to) {
    const uint32_t distance = static_cast<uint32_t>(to - from);
    std::memcpy(bytes_.data() + from, &distance, sizeof distance);
  }
  // The vtable for the 4-byte fields that are present, followed by the start of the table.
  size_t begin_table(const std::vector<bool>& fields) {
    align(2);
    const size_t vtable_bytes = 4 + 2 * fields.size();
    const size_t start = (size() + vtable_bytes + 3) / 4 * 4, lead = start - vtable_bytes - size();
    bytes_.resize(size() + lead);
    uint16_t offset = 4;
    std::vector<uint16_t> offsets;
    for (const bool there : fields) {
      offsets.push_back(there ? offset : 0);
      offset = static_cast<uint16_t>(offset + (there ? 4 : 0));
    }
    const size_t vtable = size();
    add(static_cast<uint16_t>(vtable_bytes));
    add(offset);
    for (const uint16_t o : offsets) add(o);
    add(static_cast<int32_t>(size() - vtable));
    return start;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// The positions in the old file that the new head refers to.
struct OldModel {
  std::string_view file;
  size_t root = 0;
  std::vector<size_t> field;              // per slot: the position of its 4 bytes; 0: absent
  std::vector<size_t> buffers, metadata;  // positions of their tables

  size_t aim(size_t from) const { return from + word_at(file, from); }
};

std::vector<size_t> tables(const OldModel& old, uint16_t slot) {
  std::vector<size_t> all;
  if (old.field[slot] == 0) return all;
  const size_t vector = old.aim(old.field[slot]);
  for (uint32_t i = 0; i < word_at(old.file, vector); ++i) all.push_back(old.aim(vector + 4 + 4 * size_t{i}));
  return all;
}

template <class Test>
bool any_of(const nook::Tables& tables, Test test) {
  for (uint32_t i = 0; i < tables.size(); ++i)
    if (test(tables[i])) return true;
  return false;
}

// Whether custom options of an operator lie outside of the flatbuffer.
bool has_large_options(const nook::Table& subgraph) {
  return any_of(subgraph[nook::fields::SubGraph::operators], [](const nook::Table& op) {
    return op[nook::fields::Operator::large_custom_options_offset] > 1;
  });
}

Result<OldModel> read_old(std::span<const std::byte> model, const std::string& file) {
  using namespace nook;
  OldModel old;
  old.file = {reinterpret_cast<const char*>(model.data()), model.size()};
  old.root = word_at(old.file, 0);
  const Table root(as_file(model), static_cast<uint32_t>(old.root));
  old.field.assign(10, 0);
  for (uint16_t slot = 0; slot < 10; ++slot) old.field[slot] = root.locate(slot, 4);
  const auto outside = [&] {
    return Diag{Exit::kUnsupported, "N3016", file, "parts of the model lie outside of its flatbuffer",
                "convert the model again into one flatbuffer below 2 GiB, or leave out --embed"};
  };
  if (old.field[8] != 0 || old.field[9] != 0) return outside();
  old.buffers = tables(old, 4);
  old.metadata = tables(old, 6);
  for (const size_t at : old.buffers)
    if (Table(as_file(model), static_cast<uint32_t>(at))[fields::Buffer::offset] > 1) return outside();
  if (any_of(root[fields::Model::subgraphs], has_large_options)) return outside();
  return old;
}

}  // namespace

Result<std::vector<int32_t>> read_offline_plan(const nook::Model& model, const std::string& file) {
  uint32_t tensors = 0;
  for (uint32_t g = 0; g < model.subgraph_count(); ++g) tensors += model.subgraph(g).tensor_count();
  bool there = false;
  for (uint32_t i = 0; i < model.metadata_count(); ++i) {
    const auto name = model.metadata_name(i);
    there = there || std::string_view(name.data(), name.size()) == kName;
  }
  if (!there) return std::vector<int32_t>();
  const auto bytes = model.metadata(kName.data());
  std::vector<int32_t> words(bytes.size() / 4);
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * 4);
  const auto bad = [&](const std::string& what) {
    return Diag{Exit::kUsage, "N2017", file + ": metadata OfflineMemoryAllocation", what,
                "version, subgraphs, count, then one offset per tensor, each an int32"};
  };
  if (words.size() < 3) return bad("need at least 12 bytes, have " + std::to_string(bytes.size()));
  if (words[0] != kVersion) return bad("need version 1, have " + std::to_string(words[0]));
  if (words[2] < 0 || static_cast<uint32_t>(words[2]) != tensors || words.size() - 3 < tensors)
    return bad("need " + std::to_string(tensors) + " offsets, have " + std::to_string(words[2]) + " in " +
               std::to_string(bytes.size()) + " bytes");
  words.erase(words.begin(), words.begin() + 3);
  words.resize(tensors);
  for (size_t i = 0; i < words.size(); ++i)
    if (words[i] < nook::kAnywhere)
      return bad("tensor " + std::to_string(i) + ": need an offset or -1, have " + std::to_string(words[i]));
  return words;
}

Result<std::string> embed_offline_plan(std::span<const std::byte> model, const std::string& file,
                                       const std::vector<int32_t>& offsets, int32_t subgraphs) {
  std::vector<int32_t> words = {kVersion, subgraphs, static_cast<int32_t>(offsets.size())};
  words.insert(words.end(), offsets.begin(), offsets.end());
  return embed_metadata(model, file, kName, words);
}

Result<std::string> embed_metadata(std::span<const std::byte> model, const std::string& file,
                                   std::string_view name, const std::vector<int32_t>& words) {
  const Result<OldModel> read = read_old(model, file);
  if (!read) return read.diag();
  const OldModel& old = *read;
  Head head;
  std::vector<std::pair<size_t, size_t>>
      into_old;  // references in the head and their targets in the old file
  const size_t to_root = head.add_reference();
  head.add(std::string_view("TFL3"));
  std::vector<bool> fields(8);
  for (size_t slot = 0; slot < 8; ++slot) fields[slot] = old.field[slot] != 0;
  fields[4] = fields[6] = true;
  const size_t root = head.begin_table(fields);
  head.refer(to_root, root);
  size_t to_buffers = 0, to_metadata = 0;
  for (size_t slot = 0; slot < 8; ++slot) {
    if (slot == 4) {
      to_buffers = head.add_reference();
    } else if (slot == 6) {
      to_metadata = head.add_reference();
    } else if (fields[slot] && slot == 0) {  // the version, which is not a reference
      head.add(word_at(old.file, old.field[slot]));
    } else if (fields[slot]) {
      into_old.push_back({head.add_reference(), old.aim(old.field[slot])});
    }
  }

  head.refer(to_buffers, head.size());
  head.add(static_cast<uint32_t>(old.buffers.size() + 1));
  for (const size_t at : old.buffers) into_old.push_back({head.add_reference(), at});
  const size_t to_buffer = head.add_reference();

  std::vector<size_t> kept;  // metadata with other names
  for (const size_t at : old.metadata) {
    const auto old_name =
        nook::Table(as_file(model), static_cast<uint32_t>(at))[nook::fields::Metadata::name].span();
    if (std::string_view(old_name.data(), old_name.size()) != name) kept.push_back(at);
  }
  head.refer(to_metadata, head.size());
  head.add(static_cast<uint32_t>(kept.size() + 1));
  for (const size_t at : kept) into_old.push_back({head.add_reference(), at});
  const size_t to_entry = head.add_reference();

  head.refer(to_entry, head.begin_table({true, true}));
  const size_t to_name = head.add_reference();
  head.add(static_cast<uint32_t>(old.buffers.size()));
  head.refer(to_name, head.size());
  head.add(static_cast<uint32_t>(name.size()));
  head.add(name);
  head.add('\0');

  head.refer(to_buffer, head.begin_table({true}));
  const size_t to_data = head.add_reference();
  head.align(16);
  head.add(std::string_view("\0\0\0\0\0\0\0\0\0\0\0\0", 12));  // the data itself begins at a multiple of 16
  head.refer(to_data, head.size());
  head.add(static_cast<uint32_t>(4 * words.size()));
  for (const int32_t word : words) head.add(word);
  head.align(64);  // the old file keeps its alignment
  for (const auto& [from, to] : into_old) head.refer(from, head.size() + to);
  return head.take() + std::string(old.file);
}

}  // namespace nookc
