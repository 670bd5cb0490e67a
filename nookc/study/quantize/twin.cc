#include "nookc/study/quantize/twin.h"

namespace nookc {
namespace {

bool converts(const Node& node) {
  const nook::OpCode code = op_code(node);
  return code == nook::OpCode::kQuantize || code == nook::OpCode::kDequantize;
}

std::vector<const Node*> operators(const Graph& graph) {
  std::vector<const Node*> all;
  for (const Node& node : graph.nodes)
    if (!node.erased() && !converts(node)) all.push_back(&node);
  return all;
}

class Matcher {
 public:
  Matcher(const Graph& graph, const Graph& twin) : graph_(graph), twin_(twin) {
    given_.affine.resize(graph.tensors.size()), given_.by_channel.resize(graph.tensors.size());
  }

  Result<Given> run() {
    const std::vector<const Node*> ours = operators(graph_), theirs = operators(twin_);
    for (size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) {
      const Node &a = *ours[i], &b = *theirs[i];
      if (op_code(a) != op_code(b) || a.in.size() != b.in.size() || a.out.size() != b.out.size())
        return differs(describe(graph_, a), "has " + describe(twin_, b) + " in its place");
      for (size_t k = 0; k < a.in.size(); ++k)
        if (!operand(a.in[k], b.in[k]))
          return differs(describe(graph_, a), "has another shape of an operand");
      for (size_t k = 0; k < a.out.size(); ++k)
        if (!result(a.out[k], b.out[k])) return differs(describe(graph_, a), "has another shape of a result");
    }
    if (ours.size() != theirs.size())
      return differs(std::to_string(ours.size()) + " operators", "has " + std::to_string(theirs.size()));
    return std::move(given_);
  }

 private:
  Diag differs(const std::string& ours, const std::string& theirs) const {
    return {Exit::kUsage, "N2047", "--ranges-from " + twin_.file,
            "is not an int8 form of this network: where this one has " + ours + ", it " + theirs,
            "an int8 model that was converted from " + graph_.file};
  }

  bool operand(TensorId ours, TensorId theirs) {
    if (ours == TensorId::kNone || theirs == TensorId::kNone) return ours == theirs;
    const Tensor &a = graph_[ours], &b = twin_[theirs];
    if (a.shape.elements() != b.shape.elements() || a.constant() != b.constant()) return false;
    if (a.constant() && !b.scales.empty()) given_.by_channel[index(ours)] = b.scales.size() > 1;
    return a.constant() || result(ours, theirs);
  }

  bool result(TensorId ours, TensorId theirs) {
    const Tensor& b = twin_[theirs];
    if (graph_[ours].shape.elements() != b.shape.elements()) return false;
    // The producer of a tensor defines its scale; a reader may get it through a QUANTIZE.
    const bool integers = b.type == nook::DType::kS8 || (b.type == nook::DType::kS16 && b.variable);
    if (integers && b.scales.size() == 1 && !given_.affine[index(ours)])
      given_.affine[index(ours)] = Affine{b.scales[0], b.zero_point};
    return true;
  }

  const Graph &graph_, &twin_;
  Given given_;
};

}  // namespace

Result<Given> given_by_twin(const Graph& graph, const Graph& twin) { return Matcher(graph, twin).run(); }

}  // namespace nookc
