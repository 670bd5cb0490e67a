#include "nookc/middle/lower/share_weights.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace nookc {
namespace {

using View = std::string_view;

View view(const Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// For layers that read each weight more often, a second copy is worth its flash (worth_code.cc): the
// reference kernel takes 2 to 6 cycles longer for each weight that it reads.
constexpr int64_t kOften = 2;

struct Reader {
  size_t node;
  const nook::KernelEntry* unpacked;  // its best kernel that packs nothing
  std::vector<View> weights;          // all that it packs; several tensors in recurrent layers

  int64_t bytes() const {
    int64_t all = 0;
    for (const View& each : weights) all += static_cast<int64_t>(each.size());
    return all;
  }
};

// The layers that read the same constant weights with packing kernels: the first of their weights.
struct SharedWeights {
  std::vector<Reader> readers;
  bool stored = false;  // unpacked in any case: something else reads them as they are
};

struct Sharing {
  const Graph& graph;
  LoweredNodes& nodes;
  std::vector<Chosen>& chosen;
  std::map<View, SharedWeights> weights;  // by their bytes
};

bool packs(const Chosen& chosen) { return chosen.op && chosen.op->kernel->packing->bytes; }

const nook::KernelEntry* unpacked_kernel(const Sharing& d, const Node& node, const Chosen& chosen) {
  const nook::OpRow& op = op_row(node);
  const nook::Span<const nook::KernelEntry> all = op.forms[static_cast<size_t>(chosen.op->form)].kernels();
  const bool may_use_scratch = chosen.op->scratch > 0;
  for (const nook::KernelEntry& row : all) {
    const bool last = &row == all.end() - 1;
    if (row.packing->bytes || !nook::considers(KernelRows::kAll, d.nodes.isa(), row, last, chosen.op->params))
      continue;
    if (may_use_scratch || row.scratch(chosen.op->params) == 0 || last) return &row;
  }
  return nullptr;
}

// All weights that a packing kernel of the node packs.
std::vector<View> packed_weights(const Sharing& d, const Node& node) {
  std::vector<View> all;
  for (size_t k = 0; k < node.in.size(); ++k)
    if (op_row(node).signature.at(k).role == nook::Role::kWeights && node.in[k] != TensorId::kNone &&
        d.graph[node.in[k]].constant())
      all.push_back(view(*d.graph[node.in[k]].data));
  return all;
}

void note_reader(Sharing& d, size_t i) {
  const Node& node = d.graph.nodes[i];
  const nook::Signature& signature = op_row(node).signature;
  const bool packed = packs(d.chosen[i]);
  for (size_t k = 0; k < node.in.size(); ++k) {
    if (node.in[k] == TensorId::kNone || !d.graph[node.in[k]].constant()) continue;
    SharedWeights& shared = d.weights[view(*d.graph[node.in[k]].data)];
    if (!packed || !signature.packed(k))
      shared.stored = true;
    else if (k == signature.first(nook::Role::kWeights))
      shared.readers.push_back({i, unpacked_kernel(d, node, d.chosen[i]), packed_weights(d, node)});
  }
}

// The bytes of the weights and biases as they are in the model, if kernels of unpacked weights read them,
// less those that are stored in any case.
int64_t unpacked_bytes(const Sharing& d, const SharedWeights& shared) {
  std::set<View> all;
  int64_t bytes = 0;
  const auto add = [&](View constant) {
    const auto known = d.weights.find(constant);
    const bool stored = known != d.weights.end() && known->second.stored;
    if (!stored && all.insert(constant).second) bytes += static_cast<int64_t>(constant.size());
  };
  for (const Reader& reader : shared.readers) {
    const Node& node = d.graph.nodes[reader.node];
    for (const View& weights : reader.weights) add(weights);
    for (size_t k = 0; k < node.in.size(); ++k)
      if (op_row(node).signature.at(k).role == nook::Role::kBias && node.in[k] != TensorId::kNone &&
          d.graph[node.in[k]].constant())
        add(view(*d.graph[node.in[k]].data));
  }
  return bytes;
}

// Whether there are several copies, and all different ones take more than `most` bytes.
bool exceed(const Sharing& d, const SharedWeights& shared, int64_t most) {
  std::set<View> copies;
  int64_t bytes = 0;
  for (const Reader& reader : shared.readers) {
    const nook::Prepared& op = *d.chosen[reader.node].op;
    const View copy = view(*d.nodes.packed(d.graph, reader.node, *op.kernel, op.params));
    if (copies.insert(copy).second) bytes += static_cast<int64_t>(copy.size());
    if (bytes > most && copies.size() + (shared.stored ? 1 : 0) > 1) return true;
  }
  return false;
}

// Whether each weight is read so often that unpacked weights take long: only the reference kernel reads them,
// or none with the vectors that the packed ones have.
bool is_slow(const Sharing& d, const Reader& reader) {
  const nook::Prepared& op = *d.chosen[reader.node].op;
  const nook::FormRow& form = op_row(d.graph.nodes[reader.node]).forms[static_cast<size_t>(op.form)];
  const bool loses_vectors = op.kernel->isa == nook::kMve && reader.unpacked->isa != nook::kMve;
  const bool is_reference = reader.unpacked == form.kernels().end() - 1;
  return (is_reference || loses_vectors) && form.macs(op.params) > kOften * reader.bytes();
}

bool saves(const Sharing& d, Level level, const SharedWeights& shared) {
  int64_t bytes = 0;
  for (const Reader& reader : shared.readers) bytes = std::max(bytes, reader.bytes());
  const int64_t once = unpacked_bytes(d, shared);
  const auto slow = [&](const Reader& reader) { return is_slow(d, reader); };
  const bool keeps =
      level == Level::kTime || (level != Level::kFlash && std::ranges::any_of(shared.readers, slow));
  return exceed(d, shared, keeps ? std::max(once, kMostCopies * bytes) : once);
}

}  // namespace

void share_weights(const Graph& graph, const CompileOptions& options, LoweredNodes& nodes,
                   std::vector<Chosen>& chosen) {
  Sharing d{graph, nodes, chosen, {}};
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    if (!graph.nodes[i].erased() && chosen[i].op) note_reader(d, i);
  if (options.elsewhere)
    for (const Bytes& bytes : *options.elsewhere)
      if (const auto here = d.weights.find(view(bytes)); here != d.weights.end()) here->second.stored = true;
  for (const auto& [first, shared] : d.weights) {
    const size_t users = shared.readers.size() + (shared.stored ? 1 : 0);
    const auto stays = [](const Reader& reader) { return !reader.unpacked; };
    if (shared.readers.empty() || users < 2 || std::ranges::any_of(shared.readers, stays)) continue;
    if (!saves(d, options.level, shared)) continue;
    for (const Reader& reader : shared.readers) take(*reader.unpacked, &*chosen[reader.node].op);
  }
}

}  // namespace nookc
