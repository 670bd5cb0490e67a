#include "nookc/front/onnx/functions.h"

#include <algorithm>
#include <array>
#include <set>

#include "nookc/front/onnx/fold.h"
#include "nookc/front/onnx/normalize.h"
#include "nookc/front/onnx/op_table.h"

namespace nookc::onnx {
namespace {

constexpr size_t kMostCalls = 32;                 // functions that call functions, how deep
constexpr size_t kMostGraphs = 8;                 // graphs in graphs, as in the reader
constexpr int64_t kMostBytes = int64_t{1} << 26;  // limit for the copies of all bodies

using Names = std::map<std::string, std::string>;  // a value: its name in the function, in the model

// One copy of a body: the names of its values, and the node that calls it, which has the attributes.
struct Scope {
  const OnnxNode& call;
  const OnnxFunction& function;
  std::string label;  // names the call
  Names names;
};

int64_t bytes_of(const OnnxNode& node) {
  size_t bytes = sizeof(OnnxNode) + node.name.size();
  for (const auto* names : {&node.in, &node.out})
    for (const std::string& name : *names) bytes += sizeof name + name.size();
  for (const auto& [name, a] : node.attributes)
    bytes += sizeof(Attribute) + name.size() + a.text.size() + a.reals.size() * 4 + a.integers.size() * 8 +
             a.texts.size() * sizeof(std::string);
  return static_cast<int64_t>(bytes);
}

bool is_operator(const OnnxNode& node) {
  return find_operator(node.domain, node.op) || can_fold(node) || is_rewritten(node);
}

class Inliner {
 public:
  explicit Inliner(OnnxModel& model) : model_(model) {
    for (const OnnxFunction& function : model.functions)
      functions_[{function.domain, function.name, function.overload}] = &function;
    note_names(model);
    for (const OnnxNode& node : model.nodes)
      each_inner(node, [&](const OnnxGraph& inner) { note_names(inner); });
  }

  std::vector<std::string> run() {
    expand(model_, 0);
    return std::move(refused_);
  }

 private:
  void note_names(const OnnxGraph& graph) {
    for (const Interface& input : graph.inputs) taken_.insert(input.name);
    for (const auto& [name, constant] : graph.constants) taken_.insert(name);
    for (const OnnxNode& node : graph.nodes) taken_.insert(node.out.begin(), node.out.end());
  }

  // The function that the node calls; null: none.
  const OnnxFunction* called_by(const OnnxNode& node) const {
    const auto found = functions_.find({node.domain, node.op, node.overload});
    return found == functions_.end() || is_operator(node) ? nullptr : found->second;
  }

  void refuse(const OnnxNode& node, const std::string& why) {
    if (!why.empty()) refused_.push_back(named(node) + ": " + why);
  }

  void expand(OnnxGraph& graph, size_t depth) {
    std::vector<OnnxNode> nodes = std::move(graph.nodes);
    graph.nodes.clear();
    for (OnnxNode& node : nodes) take(std::move(node), depth, &graph.nodes);
  }

  void take(OnnxNode node, size_t depth, std::vector<OnnxNode>* to) {
    if (budget_ < 0) return;  // a call was refused
    for (auto& [name, attribute] : node.attributes) {
      if (!attribute.reference.empty())
        refuse(node, name + ": it refers to '" + attribute.reference +
                         "', an attribute of a function, but is in no function");
      if (!attribute.graph) continue;
      if (depth == kMostGraphs) return refuse(node, "its functions have graphs in graphs, more than 8 deep");
      expand(*attribute.graph, depth + 1);
    }
    const OnnxFunction* const function = called_by(node);
    if (!function) {
      to->push_back(std::move(node));
    } else {
      refuse(node, call(node, *function, depth, to));
    }
  }

  std::string call(const OnnxNode& node, const OnnxFunction& function, size_t depth,
                   std::vector<OnnxNode>* to) {
    const auto many = [](const char* what, size_t most, size_t have) {
      return std::string(what) + ": its function has " + std::to_string(most) + ", the node " +
             std::to_string(have);
    };
    const OnnxGraph& body = function.body;
    if (std::ranges::find(path_, &function) != path_.end()) return "its function calls itself";
    if (path_.size() == kMostCalls) return "functions call functions, more than 32 deep";
    if (node.in.size() > body.inputs.size()) return many("operands", body.inputs.size(), node.in.size());
    if (node.out.size() > body.outputs.size()) return many("results", body.outputs.size(), node.out.size());
    Scope scope{node, function, !node.name.empty() ? node.name : node.out[0], {}};
    for (size_t i = 0; i < body.inputs.size(); ++i) scope.names[body.inputs[i].name] = node.input(i);
    for (size_t k = 0; k < node.out.size(); ++k)
      if (!node.out[k].empty()) scope.names.try_emplace(body.outputs[k].name, node.out[k]);
    if (const std::string why = name_all(body, &scope); !why.empty()) return why;
    path_.push_back(&function);
    for (const OnnxNode& inner : body.nodes) take(copied(inner, scope), depth, to);
    path_.pop_back();
    pass_on(scope, to);
    return {};
  }

  // Gives names to the values that the nodes of a graph compute. Returns the fault: the copies are too large.
  std::string name_all(const OnnxGraph& graph, Scope* scope) {
    budget_ -= static_cast<int64_t>(scope->names.size()) * 64;
    for (const OnnxNode& node : graph.nodes) {
      budget_ -= bytes_of(node) + static_cast<int64_t>(node.in.size() + node.out.size()) * 64;
      for (const std::string& name : node.out)
        if (!name.empty() && !scope->names.contains(name)) scope->names[name] = fresh(*scope, name);
    }
    return budget_ < 0 ? "the bodies of its functions have too many nodes in all" : "";
  }

  std::string fresh(const Scope& scope, const std::string& name) {
    std::string made = scope.label + "/" + name;
    while (!taken_.insert(made).second) made += "_";
    return made;
  }

  std::string renamed(const Scope& scope, const std::string& name) {
    if (name.empty()) return name;
    const auto found = scope.names.find(name);
    // A function sees no value of the graphs around the call.
    return found != scope.names.end() ? found->second : fresh(scope, name);
  }

  OnnxNode copied(const OnnxNode& node, const Scope& scope) {
    OnnxNode made = node;
    made.number = scope.call.number;
    made.name = scope.label + "/" + (!node.name.empty() ? node.name : node.out[0]);
    if (scope.function.opset) made.opset = scope.function.opset;
    for (std::string& name : made.in) name = renamed(scope, name);
    for (std::string& name : made.out) name = renamed(scope, name);
    made.attributes.clear();
    for (const auto& [name, attribute] : node.attributes) {
      Attribute a = attribute;
      if (!attribute.reference.empty()) {
        if (!referred(attribute.reference, scope, &a)) continue;
      } else if (attribute.graph) {
        a.graph = std::make_shared<OnnxGraph>(copied(*attribute.graph, scope));
      }
      made.attributes[name] = std::move(a);
    }
    return made;
  }

  // The value of an attribute of the function; false: neither given nor with a default.
  bool referred(const std::string& name, const Scope& scope, Attribute* to) {
    const auto given = scope.call.attributes.find(name);
    const auto usual = scope.function.defaults.find(name);
    if (given == scope.call.attributes.end() && usual == scope.function.defaults.end()) return false;
    *to = given != scope.call.attributes.end() ? given->second : usual->second;
    // A graph of the caller reads the caller's values; the copy keeps their names.
    if (to->graph) to->graph = std::make_shared<OnnxGraph>(own(*to->graph));
    return true;
  }

  // A copy whose inner graphs are copies, too.
  OnnxGraph own(const OnnxGraph& graph) {
    OnnxGraph made = graph;
    for (OnnxNode& node : made.nodes) {
      budget_ -= bytes_of(node);
      for (auto& [name, attribute] : node.attributes)
        if (attribute.graph && budget_ > 0)
          attribute.graph = std::make_shared<OnnxGraph>(own(*attribute.graph));
    }
    return made;
  }

  OnnxGraph copied(const OnnxGraph& graph, Scope scope) {
    OnnxGraph made;
    if (budget_ < 0) return made;
    // Its own names hide equal names of the function.
    const auto hide = [&](const std::string& name) { scope.names[name] = fresh(scope, name); };
    for (const Interface& input : graph.inputs) hide(input.name);
    for (const auto& [name, constant] : graph.constants)
      if (std::ranges::find(graph.inputs, name, &Interface::name) == graph.inputs.end()) hide(name);
    for (const OnnxNode& node : graph.nodes)
      for (const std::string& name : node.out)
        if (!name.empty()) hide(name);
    name_all(graph, &scope);
    for (const OnnxNode& node : graph.nodes) made.nodes.push_back(copied(node, scope));
    for (const auto& [name, constant] : graph.constants) made.constants[renamed(scope, name)] = constant;
    made.inputs = graph.inputs, made.outputs = graph.outputs;
    for (Interface& input : made.inputs) input.name = renamed(scope, input.name);
    for (Interface& output : made.outputs) output.name = renamed(scope, output.name);
    return made;
  }

  // Results of the function that are operands of it or earlier results.
  void pass_on(const Scope& scope, std::vector<OnnxNode>* to) {
    for (size_t k = 0; k < scope.call.out.size(); ++k) {
      if (scope.call.out[k].empty()) continue;
      const std::string& from = scope.names.at(scope.function.body.outputs[k].name);
      if (from == scope.call.out[k]) continue;
      OnnxNode same;
      same.number = scope.call.number, same.name = scope.label, same.op = "Identity";
      same.in = {from}, same.out = {scope.call.out[k]};
      to->push_back(std::move(same));
    }
  }

  OnnxModel& model_;
  std::map<std::array<std::string, 3>, const OnnxFunction*> functions_;
  std::vector<const OnnxFunction*> path_;  // the functions being copied, the outermost first
  std::set<std::string> taken_;            // names of values
  int64_t budget_ = kMostBytes;
  std::vector<std::string> refused_;
};

}  // namespace

std::vector<std::string> inline_functions(OnnxModel& model) { return Inliner(model).run(); }

}  // namespace nookc::onnx
