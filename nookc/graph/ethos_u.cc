#include "nookc/graph/ethos_u.h"

#include <algorithm>
#include <cstring>

namespace nookc {
namespace {

constexpr nook::PackingRow kAsIs{};

// The driver in place of a kernel. Its stack and its code belong to the application.
constexpr nook::KernelEntry kDriver[] = {{"ethosu_invoke_v3", nook::kRef,
                                          [](const void*, nook::KernelRows) { return true; },
                                          [](const void*) { return int32_t{0}; },
                                          [](const void*, int) { return nook::kDisjoint; }, &kAsIs, nullptr}};

nook::Span<const nook::KernelEntry> kernels() { return kDriver; }

constexpr int32_t kNoParams = 0;

constexpr nook::FormRow kForm[] = {
    {"ethosu_driver", "nook/device.h", nook::ByRows::kNone, [](nook::ParamsVisitor&, const void*) {},
     &kNoParams, [](const void*) { return int64_t{0}; }, kernels, nullptr, nullptr, false, false, nullptr}};

// The importer reads the operator, because its operands have to be checked against each other.
nook::Code parse(const nook::NodeView&, void*) { return nook::Code::kUnsupported; }

nook::Result<nook::Prepared> prepare(const void*, const nook::NodeView&, nook::PrepareContext&) {
  nook::Prepared prepared;
  prepared.params = &kNoParams, prepared.kernel = kDriver, prepared.symbol = kDriver[0].symbol;
  prepared.overlap = [](const nook::KernelEntry*, const void*, int) { return nook::kDisjoint; };
  return prepared;
}

}  // namespace

const nook::OpRow& ethos_u_row() {
  static constexpr nook::OpRow kRow = {
      EthosU::kCode,
      "EthosU",
      EthosU::kName,
      "ethos_u",
      nook::with_results(nook::operands(nook::Role::kData, nook::optional(nook::Role::kData),
                                        nook::Role::kPrepared, nook::many(nook::Role::kData)),
                         nook::kAnyNumber),
      parse,
      prepare,
      {kForm, 1},
      false};
  return kRow;
}

bool holds_commands(const Node& node) { return Graph::attrs<EthosU>(node) != nullptr; }

bool holds_commands(const Graph& graph) {
  return std::ranges::any_of(graph.nodes, [](const Node& node) { return holds_commands(node); });
}

VelaPlan::VelaPlan(const Graph& graph) {
  const auto node = std::ranges::find_if(graph.nodes, [](const Node& n) { return holds_commands(n); });
  if (node == graph.nodes.end()) return;
  const Bytes& bytes = *graph[node->in[EthosU::kPlaces]].data;
  tensors_.resize(bytes.size() / sizeof(VelaPlace));
  if (!tensors_.empty()) std::memcpy(tensors_.data(), bytes.data(), bytes.size());
}

const VelaPlace* VelaPlan::find(TensorId tensor) const {
  const auto found = std::ranges::find(tensors_, tensor, &VelaPlace::tensor);
  return found == tensors_.end() ? nullptr : &*found;
}

bool VelaPlan::is_operand(TensorId tensor) const {
  const VelaPlace* const found = find(tensor);
  return found && found->operand;
}

Tensor VelaPlan::as_constant() const {
  Tensor tensor;
  tensor.name = "places of tensors";
  tensor.type = nook::DType::kU8;
  auto bytes = std::make_shared<Bytes>(tensors_.size() * sizeof(VelaPlace));
  if (!tensors_.empty()) std::memcpy(bytes->data(), tensors_.data(), bytes->size());
  tensor.shape.rank = 1, tensor.shape.dim[0] = static_cast<int32_t>(bytes->size());
  tensor.data = std::move(bytes);
  return tensor;
}

}  // namespace nookc
