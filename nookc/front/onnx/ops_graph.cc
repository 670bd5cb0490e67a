// Operators that run graphs: if shapes and constants decide which graph runs and how often, its nodes become
// part of the model, iteration by iteration. Other graphs become regions of control flow (ops_control.cc).
#include "nookc/front/onnx/ops_control.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostIterations = 64, kMostNodes = 4096;  // limits for unrolling

// Adds an axis of size 1.
Value with_axis(Mapper& m, const Value& x, int64_t axis) {
  Dims shape = x.shape;
  shape.insert(shape.begin() + axis, 1);
  return m.reshaped(x, shape);
}

// Stacks the results of all iterations along an axis.
Value stacked(Mapper& m, std::vector<Value> parts, int64_t axis) {
  for (Value& part : parts) part = with_axis(m, in_memory(m, part), axis);
  return parts.size() == 1 ? parts[0] : concat(m, parts, axis);
}

bool alike(const std::vector<Value>& parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [&](const Value& part) { return part.shape == parts[0].shape; });
}

}  // namespace

std::string map_if(Mapper& m) {
  const ConstantPtr condition = m.constant(0);
  if (!condition) return map_branches(m);
  if (condition->size() != 1) return "its condition: need one element";
  std::vector<Value> results;
  const char* const branch = numbers_of(*condition)[0] != 0 ? "then_branch" : "else_branch";
  if (const std::string why = m.run_inner(branch, {}, &results); !why.empty()) return why;
  for (size_t k = 0; k < results.size(); ++k) m.give(k, results[k]);
  return {};
}

namespace {

// Unrolls a loop whose first condition is known. `decided` becomes false if a later condition is not known or
// there are too many iterations.
std::string map_each_iteration(Mapper& m, int64_t most, bool goes_on, bool* decided) {
  std::vector<Value> carried;
  for (size_t i = 2; i < m.node().in.size(); ++i) carried.push_back(m.floated(m.raw(i)));
  std::vector<std::vector<Value>> gathered;
  for (int64_t iteration = 0; goes_on && iteration < most; ++iteration) {
    *decided = iteration < kMostIterations;
    if (!*decided) return {};
    std::vector<Value> operands = {known_number(iteration), known_truth(true)}, results;
    operands.insert(operands.end(), carried.begin(), carried.end());
    if (const std::string why = m.run_inner("body", operands, &results); !why.empty()) return why;
    if (results.size() < 1 + carried.size())
      return m.refused_inside() ? "" : "body: need a result for each state";
    *decided = results[0].known();
    if (!*decided) return {};
    goes_on = single(*results[0].constant, 1) != 0;
    for (size_t i = 0; i < carried.size(); ++i) carried[i] = results[1 + i];
    gathered.resize(results.size() - 1 - carried.size());
    for (size_t i = 0; i < gathered.size(); ++i) gathered[i].push_back(results[1 + carried.size() + i]);
  }
  for (size_t i = 0; i < carried.size(); ++i) m.give(i, carried[i]);
  for (size_t i = 0; carried.size() + i < m.node().out.size(); ++i) {
    if (!m.wanted(carried.size() + i)) continue;
    if (i >= gathered.size() || gathered[i].empty()) return "it never runs: a result has no elements";
    if (!alike(gathered[i])) return "a result changes its shape between iterations";
    m.give(carried.size() + i, stacked(m, gathered[i], 0));
  }
  return {};
}

std::string unroll(Mapper& m, int64_t most, bool goes_on, bool* decided) {
  *decided = true;
  const int64_t around = m.iterations_around();
  // Files may state any number.
  m.set_iterations_around(std::min(around * std::min(most, kMostIterations), kMostNodes + 1));
  const std::string why = map_each_iteration(m, most, goes_on, decided);
  m.set_iterations_around(around);
  return why;
}

// Number of nodes that a graph would create with its loops unrolled.
int64_t nodes_of(const OnnxGraph& graph) {
  int64_t nodes = 0;
  for (const OnnxNode& node : graph.nodes) {
    ++nodes;
    for (const auto& [name, attribute] : node.attributes)
      if (attribute.graph) nodes += (name == "body" ? kMostIterations : 1) * nodes_of(*attribute.graph);
    nodes = std::min(nodes, kMostNodes + 1);
  }
  return nodes;
}

}  // namespace

std::string map_loop(Mapper& m) {
  const ConstantPtr count = m.constant(0), first = m.constant(1);
  for (size_t i = 2; i < m.node().in.size(); ++i)
    if (!m.given(i)) return "operand " + std::to_string(i) + " is missing";
  if (count && count->size() != 1) return "its trip count: need one element";
  if (first && first->size() != 1) return "its condition: need one element";
  int64_t most = count ? std::max<int64_t>(0, integers_of(*count)[0]) : INT64_MAX;
  if (most >= INT32_MAX) most = INT64_MAX;  // exporters write this for no limit
  const bool limited = m.given(0) && (!count || most != INT64_MAX);
  if (!limited && !m.given(1)) return "it has neither a trip count nor a condition";
  const bool starts = !first || numbers_of(*first)[0] != 0;
  const bool known =
      (!m.given(0) || count) && (!m.given(1) || first) && (most <= kMostIterations || !limited);
  const auto body = m.node().attributes.find("body");
  if (body == m.node().attributes.end() || !body->second.graph) return "body: need a graph";
  const int64_t nodes =
      m.iterations_around() * std::min(most, kMostIterations) * nodes_of(*body->second.graph);
  const bool few = known && nodes <= kMostNodes;
  const Mapper::Point before = m.here();
  bool decided = false;
  if (few) {
    const std::string why = unroll(m, most, starts, &decided);
    if (decided) return why;
    m.back_to(before);
  }
  Iterations iterations;
  if (limited) iterations.count = m.raw(0);
  if (m.given(1)) iterations.condition = m.raw(1);
  iterations.decides = true;
  for (size_t i = 2; i < m.node().in.size(); ++i) iterations.states.push_back(m.floated(m.raw(i)));
  const std::string why = map_iterations(m, iterations);
  if (!known || few || (why.empty() && !m.refused_inside())) return why;
  // A graph that uses the iteration number can't become a region, so it is unrolled.
  m.back_to(before);
  const std::string one_by_one = unroll(m, most, starts, &decided);
  if (decided) return one_by_one;
  m.back_to(before);
  return map_iterations(m, iterations);
}

namespace {

// Per-scan-input or per-scan-output attribute.
std::vector<int64_t> each(const OnnxNode& node, const char* name, size_t count) {
  std::vector<int64_t> all = node.integers(name);
  all.resize(count, 0);
  return all;
}

}  // namespace

std::string map_scan(Mapper& m) {
  const OnnxNode& node = m.node();
  const int64_t scanned = node.integer("num_scan_inputs", 0);
  const int64_t count = static_cast<int64_t>(node.in.size()) - scanned;
  if (m.opset() < 9) return "need opset 9 or above";
  if (scanned < 1 || count < 0) return "num_scan_inputs: need at least 1, and that many operands";
  const size_t states = static_cast<size_t>(count), inputs = static_cast<size_t>(scanned);
  std::vector<Value> carried, whole;
  for (size_t i = 0; i < states; ++i) carried.push_back(m.floated(m.raw(i)));
  std::vector<int64_t> axes = each(node, "scan_input_axes", inputs);
  const std::vector<int64_t> backwards = each(node, "scan_input_directions", inputs);
  int64_t iterations = 0;
  for (size_t i = 0; i < inputs; ++i) {
    whole.push_back(m.floated(m.raw(states + i)));
    if (!fix_axis(static_cast<int64_t>(whole[i].shape.size()), &axes[i]))
      return "scan_input_axes: no such axis";
    iterations = std::max(iterations, whole[i].shape[static_cast<size_t>(axes[i])]);
    if (whole[i].shape[static_cast<size_t>(axes[i])] != iterations ||
        whole[0].shape[static_cast<size_t>(axes[0])] != iterations)
      return "its operands have different lengths";
  }
  if (iterations > kMostIterations) {
    Iterations all;
    all.count = known_number(iterations);
    all.states = carried;
    for (size_t i = 0; i < inputs; ++i) all.scanned.push_back({whole[i], axes[i], backwards[i] != 0});
    all.axes = node.integers("scan_output_axes"), all.backwards = node.integers("scan_output_directions");
    return map_iterations(m, all);
  }
  std::vector<std::vector<Value>> gathered;
  for (int64_t iteration = 0; iteration < iterations; ++iteration) {
    std::vector<Value> operands = carried, results;
    for (size_t i = 0; i < inputs; ++i) {
      const Value part =
          slice(m, whole[i], axes[i], backwards[i] ? iterations - 1 - iteration : iteration, 1);
      Dims shape = part.shape;
      shape.erase(shape.begin() + axes[i]);
      operands.push_back(m.reshaped(part, shape));
    }
    if (const std::string why = m.run_inner("body", operands, &results); !why.empty()) return why;
    if (results.size() < states) return m.refused_inside() ? "" : "body: need a result for each state";
    for (size_t i = 0; i < states; ++i) carried[i] = results[i];
    gathered.resize(results.size() - states);
    for (size_t i = 0; i < gathered.size(); ++i) gathered[i].push_back(results[states + i]);
  }
  for (size_t i = 0; i < states; ++i) m.give(i, carried[i]);
  std::vector<int64_t> to = each(node, "scan_output_axes", gathered.size());
  const std::vector<int64_t> reversed = each(node, "scan_output_directions", gathered.size());
  for (size_t i = 0; i < gathered.size(); ++i) {
    if (!m.wanted(states + i)) continue;
    if (!alike(gathered[i])) return "a result changes its shape between iterations";
    if (!fix_axis(static_cast<int64_t>(gathered[i][0].shape.size()) + 1, &to[i]))
      return "scan_output_axes: no such axis";
    if (reversed[i]) std::reverse(gathered[i].begin(), gathered[i].end());
    m.give(states + i, stacked(m, gathered[i], to[i]));
  }
  return {};
}

}  // namespace nookc::onnx
