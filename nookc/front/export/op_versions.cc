#include "nookc/front/export/op_versions.h"

#include <algorithm>
#include <vector>

#include "nookc/front/export/options.h"

namespace nookc {
namespace {

// The subject of a condition.
enum class Of : uint8_t {
  kInput,   // the type of operand `index`
  kOutput,  // type of result `index`
  kRank,
  kLargestRank,
  kInputs,  // number of operands
  kBroadcast,
  kQuantized,
  kPerChannel,
  kGrouped,
  kScalesAtLeastOne,
  kOption,  // a field of the options
};
struct Subject {
  constexpr Subject(Of subject) : of(subject) {}
  constexpr Subject(OptionField subject) : of(Of::kOption), field(subject) {}
  Of of;
  OptionField field{};
};
enum class How : uint8_t { kIs, kIsNot, kAbove };

struct Number {
  constexpr Number(int value) : of(value) {}
  constexpr Number(nook::DType type) : of(static_cast<int>(type)) {}
  int of;
};

struct Condition {
  Subject subject;
  size_t index;
  How how;
  Number number;
};

struct VersionRow {
  nook::OpCode code;
  int32_t version;
  std::vector<Condition> conditions;
};

const std::vector<VersionRow>& rows() {
  using enum Of;
  using enum OptionField;
  using enum How;
  using enum nook::DType;
  static const std::vector<VersionRow> all = {
#define NOOK_VERSION(type, version, ...) {nook::OpCode::k##type, version, {__VA_ARGS__}},
#include "nookc/front/export/op_versions.inc"
#undef NOOK_VERSION
  };
  return all;
}

class Signature {
 public:
  Signature(const Graph& graph, const Node& node) : graph_(graph), node_(node) {}

  bool fits(const Condition& c) const {
    const int have = number(c), want = c.number.of;
    return c.how == How::kIs ? have == want : c.how == How::kIsNot ? have != want : have > want;
  }

 private:
  const Tensor* operand(size_t i) const {
    return i < node_.in.size() && node_.in[i] != TensorId::kNone ? &graph_[node_.in[i]] : nullptr;
  }
  int type(const Tensor* t) const { return static_cast<int>(t ? t->type : nook::DType::kNone); }
  int rank(size_t i) const { return operand(i) ? operand(i)->shape.rank : 0; }
  bool quantized(size_t i) const { return operand(i) && !operand(i)->scales.empty(); }

  int largest_rank() const {
    int most = 0;
    for (size_t i = 0; i < node_.in.size(); ++i) most = std::max(most, rank(i));
    return most;
  }

  bool broadcasts() const {
    const Tensor *a = operand(0), *b = operand(1);
    return a && b && !(a->shape == b->shape);
  }

  // Whether the weights, or the operand of QUANTIZE and DEQUANTIZE, have a scale per channel.
  bool per_channel() const {
    const Tensor* const weights = operand(1);
    const Tensor* const t = weights                                     ? weights
                            : op_code(node_) == nook::OpCode::kQuantize ? &graph_[node_.out[0]]
                                                                        : operand(0);
    return t && t->scales.size() > 1;
  }

  bool grouped() const {
    const Tensor *x = operand(0), *w = operand(1);
    return x && w && x->shape.rank == 4 && w->shape.rank == 4 && x->shape.dim[3] != w->shape.dim[3];
  }

  bool scales_at_least_one() const {
    const Tensor& y = graph_[node_.out[0]];
    if (!quantized(0) || !quantized(1) || y.scales.empty()) return false;
    return double{operand(0)->scales[0] * operand(1)->scales[0] / y.scales[0]} >= 1;
  }

  int number(const Condition& c) const {
    switch (c.subject.of) {
      case Of::kInput:
        return type(operand(c.index));
      case Of::kOutput:
        return type(c.index < node_.out.size() ? &graph_[node_.out[c.index]] : nullptr);
      case Of::kRank:
        return rank(c.index);
      case Of::kLargestRank:
        return largest_rank();
      case Of::kInputs:
        return static_cast<int>(node_.in.size());
      case Of::kBroadcast:
        return broadcasts();
      case Of::kQuantized:
        return quantized(0) || (op_code(node_) == nook::OpCode::kMul && quantized(1));
      case Of::kPerChannel:
        return per_channel();
      case Of::kGrouped:
        return grouped();
      case Of::kScalesAtLeastOne:
        return scales_at_least_one();
      case Of::kOption:
        break;
    }
    return option_number(node_.attrs, c.subject.field);
  }

  const Graph& graph_;
  const Node& node_;
};

}  // namespace

int32_t version_of(const Graph& graph, const Node& node) {
  const Signature signature(graph, node);
  for (const VersionRow& row : rows())
    if (row.code == op_code(node) &&
        std::ranges::all_of(row.conditions, [&](const Condition& c) { return signature.fits(c); }))
      return row.version;
  return 1;
}

}  // namespace nookc
