#include "nookc/front/import/ethos_u.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "nookc/core/text.h"
#include "nookc/front/import/command_stream.h"
#include "nookc/front/import/no_such_operator.h"
#include "nookc/graph/ethos_u.h"

namespace nookc::importing {
namespace {

constexpr const char* kPlan = "OfflineMemoryAllocation";
constexpr size_t kPlanHead = 3;                                // words: version, subgraph, number of tensors
constexpr size_t kScratch = 2, kFastScratch = 3, kInputs = 4;  // operands in the file
constexpr const char* kVelaAgain = "compile the model with Vela again";

// The offset of a tensor of the file in the memory that Vela planned; -1: it has none.
int32_t offset_of(const Import& d, int32_t tensor) {
  const nook::Span<const uint8_t> plan = d.model.metadata(kPlan);
  const size_t at = (kPlanHead + static_cast<size_t>(tensor)) * 4;
  if (tensor < 0 || plan.size() < at + 4) return -1;
  int32_t offset = -1;
  std::memcpy(&offset, plan.data() + at, sizeof offset);
  return std::max(offset, -1);
}

// The only option: a number that a flexbuffer holds, 1 for Ethos-U.
bool is_for_ethos_u(nook::Span<const uint8_t> options) {
  constexpr uint8_t kInteger = 1, kUnsigned = 2;
  if (options.size() < 3) return false;
  const size_t width = options[options.size() - 1];
  const uint8_t type = options[options.size() - 2] >> 2;
  if ((type != kInteger && type != kUnsigned) || width == 0 || options.size() < width + 2) return false;
  return options[options.size() - 2 - width] == 1;
}

std::string bytes_text(int64_t bytes) { return std::to_string(bytes) + " bytes"; }

// An operator of the file, and its first fault.
struct Reading {
  Import& d;
  const Node& node;
  EthosU::Attrs attrs;
  std::string wrong;

  const Tensor& tensor(size_t operand) const { return d.graph[node.in[operand]]; }
  bool require(bool holds, const std::string& otherwise) {
    if (!holds && wrong.empty()) wrong = otherwise;
    return wrong.empty();
  }
};

std::string quoted(const Tensor& t) { return "'" + first_name(t.name) + "'"; }

void read_operands(Reading& r) {
  const Tensor &commands = r.tensor(EthosU::kCommands), &constants = r.tensor(EthosU::kConstants);
  const Tensor &scratch = r.tensor(kScratch), &fast = r.tensor(kFastScratch);
  for (size_t i = 0; i < kInputs; ++i)
    r.require(r.tensor(i).type == nook::DType::kU8, "its operand " + std::to_string(i) + " is not of bytes");
  r.require(commands.constant(), "its commands are not a constant");
  r.require(constants.constant() || constants.bytes() == 0, "its weights are not a constant");
  for (const Tensor* each : {&scratch, &fast})
    r.require(!each->constant() && !each->variable, "its scratch is a constant or a variable");
  r.attrs.scratch_bytes = scratch.bytes();
  r.attrs.scratch_offset = offset_of(r.d, scratch.source);
  r.require(r.attrs.scratch_offset >= 0 && r.attrs.scratch_offset % EthosU::kAlignment == 0,
            "need a multiple of 16 as the offset of its scratch (metadata " + std::string(kPlan) +
                "), have " + std::to_string(r.attrs.scratch_offset));
}

// An input or a result lies in the scratch, where the commands expect it.
void read_place(Reading& r, TensorId t) {
  const Tensor& tensor = r.d.graph[t];
  if (tensor.constant()) return;
  r.require(!tensor.variable, quoted(tensor) + " is a variable");
  const int64_t at = int64_t{offset_of(r.d, tensor.source)} - r.attrs.scratch_offset;
  r.require(at >= 0 && at % EthosU::kAlignment == 0 && at + tensor.bytes() <= r.attrs.scratch_bytes,
            "need " + quoted(tensor) + " (" + bytes_text(tensor.bytes()) + ") at a multiple of 16 in its " +
                bytes_text(r.attrs.scratch_bytes) + " of scratch, have it at " + std::to_string(at) +
                " (metadata " + std::string(kPlan) + ")");
}

// The bytes of each base address, in the order of the driver's.
std::vector<std::pair<std::string, int64_t>> bases(const Reading& r) {
  std::vector<std::pair<std::string, int64_t>> all = {{"weights", r.tensor(EthosU::kConstants).bytes()},
                                                      {"scratch", r.attrs.scratch_bytes},
                                                      {"fast scratch", r.tensor(kFastScratch).bytes()}};
  const auto add = [&](TensorId t) { all.emplace_back(quoted(r.d.graph[t]), r.d.graph[t].bytes()); };
  for (size_t i = kInputs; i < r.node.in.size(); ++i) add(r.node.in[i]);
  for (TensorId t : r.node.out) add(t);
  all.resize(std::min(all.size(), EthosU::kMostBases));
  return all;
}

void read_regions(Reading& r) {
  if (!r.wrong.empty()) return;
  const Tensor& commands = r.tensor(EthosU::kCommands);
  UsedRegions used;
  r.wrong = read_commands({commands.data->data(), commands.data->size()}, &used);
  const auto have = bases(r);
  for (size_t i = 0; i < used.bytes.size(); ++i) {
    if (used.bytes[i] == 0) continue;
    if (!r.require(i < have.size(), "its commands use address " + std::to_string(i) + ", have " +
                                        std::to_string(have.size()) + " addresses"))
      return;
    r.require(used.bytes[i] <= static_cast<uint64_t>(have[i].second),
              "its commands use " + std::to_string(used.bytes[i]) + " bytes of its " + have[i].first +
                  ", have " + std::to_string(have[i].second));
  }
  if (used.bytes[2] > 0) r.attrs.fast_bytes = static_cast<int32_t>(have[2].second);
}

// No operator writes the scratch, so it can't be an operand.
void drop_scratch(Node& node) { node.in.erase(node.in.begin() + kScratch, node.in.begin() + kInputs); }

}  // namespace

void read_ethos_u(Import& d, uint32_t i, const nook::OperatorView& op, Node node) {
  const auto at = [&] { return where(d, i, op); };
  if (!d.takes_commands) {
    d.diags.push_back(no_such_operator(at(), EthosU::kName, op.version(), {}));
    return;
  }
  const auto refuse = [&](const std::string& what) {
    d.diags.push_back({Exit::kUnsupported, "N3040", at(), what, kVelaAgain});
  };
  if (d.here.number != 0) return refuse("it is in a subgraph of IF or WHILE");
  if (node.in.size() <= kInputs || node.out.empty() || std::ranges::count(node.in, TensorId::kNone) > 0)
    return refuse("need commands, weights, scratch, fast scratch, inputs and results, have " +
                  std::to_string(node.in.size()) + " operands and " + std::to_string(node.out.size()) +
                  " results");
  if (!check_operands(d, node, at)) return;
  if (!is_for_ethos_u(op.custom_options())) return refuse("its option is not that of an Ethos-U");
  Reading r{d, node, {}, {}};
  read_operands(r);
  for (size_t k = kInputs; k < node.in.size(); ++k) read_place(r, node.in[k]);
  for (TensorId t : node.out) read_place(r, t);
  read_regions(r);
  const auto computed = [&](TensorId t) { return !d.graph[t].constant(); };
  r.require(std::any_of(node.in.begin() + kInputs, node.in.end(), computed),
            "none of its inputs is computed");
  if (!r.wrong.empty()) return refuse(r.wrong);
  const bool constants = r.tensor(EthosU::kConstants).bytes() > 0;
  drop_scratch(node);
  if (!constants) node.in[EthosU::kConstants] = TensorId::kNone;
  node.attrs = r.attrs;
  node.in.insert(node.in.begin() + EthosU::kPlaces, TensorId::kNone);  // known after the last operator
  d.graph.nodes.push_back(std::move(node));
}

void note_arena(Import& d) {
  if (!holds_commands(d.graph)) return;
  struct Use {
    int32_t first = 0, last = 0;
    bool written = false;
  };
  std::vector<Use> uses(d.here.tensors.size());
  const auto note = [&](const nook::IndexList& list, int32_t at, bool writes) {
    for (uint32_t k = 0; k < list.size(); ++k) {
      if (list[k] < 0) continue;
      Use& use = uses[static_cast<size_t>(list[k])];
      if (writes && !use.written) use.first = at, use.written = true;
      use.last = at;
    }
  };
  const uint32_t count = d.here.view.operator_count();
  note(d.here.view.inputs(), -1, true);
  for (uint32_t i = 0; i < count; ++i) {
    note(d.here.view.op(i).inputs(), static_cast<int32_t>(i), false);
    note(d.here.view.op(i).outputs(), static_cast<int32_t>(i), true);
  }
  note(d.here.view.outputs(), static_cast<int32_t>(count), false);
  std::set<TensorId> operands;
  for (const Node& node : d.graph.nodes) {
    if (!holds_commands(node)) continue;
    operands.insert(node.in.begin() + EthosU::kFirstInput, node.in.end());
    operands.insert(node.out.begin(), node.out.end());
  }
  std::vector<VelaPlace> all;
  for (size_t i = 0; i < uses.size(); ++i) {
    const TensorId t = d.here.tensors[i];
    const Tensor& tensor = d.graph[t];
    const int32_t offset = offset_of(d, tensor.source);
    const bool operand = operands.contains(t), border = d.graph.is_input(t) || d.graph.is_output(t);
    if (offset < 0 || !uses[i].written || tensor.constant() || tensor.variable || (border && !operand))
      continue;
    all.push_back({t, offset, uses[i].first, uses[i].last, operand});
  }
  const TensorId places = d.graph.add(VelaPlan(std::move(all)).as_constant());
  for (Node& node : d.graph.nodes)
    if (holds_commands(node)) node.in[EthosU::kPlaces] = places;
}

}  // namespace nookc::importing
