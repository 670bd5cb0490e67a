#include "nookc/front/export/elsewhere.h"

#include <algorithm>

#include "nookc/core/dtype.h"
#include "nookc/core/text.h"
#include "nookc/front/export/op_versions.h"
#include "nookc/graph/any_attrs.h"

namespace nookc {
namespace {

using nook::DType, nook::OpCode;

constexpr size_t kMostLines = 8;
constexpr Release kUsual = {2, 9}, kUnknown = {INT32_MAX, 0};

// Kernels that nook has but TensorFlow Lite lacks, by the type of the first operand, or of the first result
// if that decides.
struct Missing {
  OpCode code;
  DType type;
};
constexpr Missing kMissing[] = {
    {OpCode::kAddN, DType::kS8},
    {OpCode::kCumsum, DType::kS8},
    {OpCode::kDepthToSpace, DType::kS16},
    {OpCode::kDiv, DType::kS16},
    {OpCode::kDiv, DType::kS8},
    {OpCode::kGelu, DType::kS16},
    {OpCode::kHardSwish, DType::kS16},
    {OpCode::kPrelu, DType::kS16},
    {OpCode::kReverseSequence, DType::kS8},
    {OpCode::kSpaceToDepth, DType::kS16},
    {OpCode::kSquare, DType::kS16},
    {OpCode::kSquare, DType::kS8},
    {OpCode::kSquaredDifference, DType::kS16},
    {OpCode::kTile, DType::kS16},
    {OpCode::kTransposeConv, DType::kS16},
    {OpCode::kZerosLike, DType::kS16},
    {OpCode::kZerosLike, DType::kS8},
};

// Operators that abort TensorFlow Lite if operands of more dimensions differ in shape.
struct Broadcast {
  OpCode code;
  int rank;
};
constexpr Broadcast kBroadcasts[] = {
    {OpCode::kAdd, 4},
    {OpCode::kDiv, 5},
    {OpCode::kEqual, 4},
    {OpCode::kFloorDiv, 4},
    {OpCode::kFloorMod, 4},
    {OpCode::kGreater, 4},
    {OpCode::kGreaterEqual, 4},
    {OpCode::kLess, 4},
    {OpCode::kLessEqual, 4},
    {OpCode::kLogicalAnd, 4},
    {OpCode::kLogicalOr, 4},
    {OpCode::kMaximum, 5},
    {OpCode::kMinimum, 5},
    {OpCode::kMul, 4},
    {OpCode::kNotEqual, 4},
    {OpCode::kPow, 4},
    {OpCode::kPrelu, 4},
    {OpCode::kSelectV2, 5},
    {OpCode::kSquaredDifference, 4},
    {OpCode::kSub, 5},
};

class Look {
 public:
  Look(const Graph& graph, const Node& node) : graph_(graph), node_(node), code_(op_code(node)) {}

  std::string why_not() const {
    if (nook::is_custom(code_) && code_ != OpCode::kCustom &&
        op_name(node_) != "TFLite_Detection_PostProcess")
      return "it has no such operator";
    const DType type = data_type();
    for (const Missing& missing : kMissing)
      if (missing.code == code_ && missing.type == type)
        return "it has no kernel for " + std::string(dtype_name(type));
    for (const Broadcast& limit : kBroadcasts)
      if (limit.code == code_ && broadcasts() && rank() > limit.rank)
        return "it broadcasts at most " + std::to_string(limit.rank) + " dimensions";
    if (code_ == OpCode::kSoftmax && type == DType::kS16 && rank() > 4)
      return "its int16 takes at most 4 dimensions";
    if (code_ == OpCode::kQuantize && type == DType::kS8 && graph_[node_.out[0]].type != DType::kS8)
      return "it computes int8 only from int8";
    if (code_ == OpCode::kReverseV2 && operand(1) && operand(1)->shape.elements() > 1)
      return "it reverses one axis only";
    if (code_ == OpCode::kSum && type == DType::kS8 && graph_[node_.out[0]].scales == operand(0)->scales)
      return "it adds int8 values without rescaling if both scales are equal, and they overflow";
    return of_weights();
  }

 private:
  const Tensor* operand(size_t i) const {
    return i < node_.in.size() && node_.in[i] != TensorId::kNone ? &graph_[node_.in[i]] : nullptr;
  }

  DType data_type() const {
    const Tensor* const t = code_ == OpCode::kTransposeConv ? operand(2) : operand(0);
    return t ? t->type : DType::kNone;
  }

  int rank() const {
    int most = 0;
    for (size_t i = 0; i < node_.in.size(); ++i)
      if (operand(i)) most = std::max<int>(most, operand(i)->shape.rank);
    return most;
  }

  bool broadcasts() const {
    for (size_t i = 1; i < node_.in.size(); ++i)
      if (operand(i) && operand(0) && !(operand(i)->shape == operand(0)->shape)) return true;
    return false;
  }

  // Cases that TensorFlow Lite does not check and computes incorrectly.
  std::string of_weights() const {
    const bool layer =
        code_ == OpCode::kConv2D || code_ == OpCode::kDepthwiseConv2D || code_ == OpCode::kFullyConnected;
    const Tensor* const weights = layer ? operand(1) : nullptr;
    if (!weights || weights->scales.empty() || weights->type == DType::kF32) return {};
    if (weights->type != DType::kU8 && weights->zero_point != 0)
      return "it assumes that the zero point of its weights is 0";
    if (code_ == OpCode::kFullyConnected && weights->scales.size() > 1)
      return "it uses the first scale of its weights for all channels";
    return {};
  }

  const Graph& graph_;
  const Node& node_;
  const OpCode code_;
};

struct RuntimeRow {
  OpCode code;
  int32_t version;
  Release release;
};
constexpr RuntimeRow kRuntimes[] = {
#define NOOK_RUNTIME(type, version, major, minor) {OpCode::k##type, version, {major, minor}},
#include "nookc/front/export/runtime_versions.inc"
#undef NOOK_RUNTIME
};

}  // namespace

std::string why_not_in_tflite(const Graph& graph, const Node& node) { return Look(graph, node).why_not(); }

Release release_of(const Graph& graph, const Node& node) {
  const int32_t version = version_of(graph, node);
  const auto row = std::ranges::find_if(
      kRuntimes, [&](const RuntimeRow& r) { return r.code == op_code(node) && r.version == version; });
  if (row != std::end(kRuntimes)) return row->release;
  return version > 1 ? kUnknown : Release{};
}

std::vector<std::string> notes_on_tflite(const Graph& graph) {
  std::vector<std::string> lines;
  Release least;
  size_t more = 0;
  for (const Node& node : graph.nodes) {
    if (node.erased()) continue;
    const Release release = release_of(graph, node);
    std::string why = why_not_in_tflite(graph, node);
    if (why.empty() && release == kUnknown)
      why = "no release has its version " + std::to_string(version_of(graph, node));
    if (why.empty()) least = std::max(least, release);
    if (why.empty()) continue;
    if (lines.size() == kMostLines)
      ++more;
    else
      lines.push_back("TensorFlow Lite 2.9 can't run " + op_name(node) + " '" +
                      printable(first_name(graph[node.out[0]].name)) + "': " + why);
  }
  if (more > 0) lines.push_back("and " + std::to_string(more) + " more that it can't run");
  if (lines.empty() && least > kUsual)
    lines.push_back("TensorFlow Lite runs it from release " + std::to_string(least.major) + "." +
                    std::to_string(least.minor) + " on");
  return lines;
}

}  // namespace nookc
