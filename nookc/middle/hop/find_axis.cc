#include "nookc/middle/hop/find_axis.h"

#include <algorithm>

#include "nookc/core/text.h"

namespace nookc {
namespace {

using Kind = RowRule::Kind;

// The motion along a dimension that all inputs have, with as many rows. Nothing: one of them has none there,
// or another number.
std::optional<Motion> motion_along(const Graph& graph, int dim, int32_t hop) {
  std::vector<TimeAxis> axes;
  for (TensorId t : graph.inputs) {
    const nook::Shape& shape = graph[t].shape;
    if (dim >= shape.rank || shape.dim[dim] <= 1) return {};
    if (!axes.empty() && shape.dim[dim] != axes[0].rows) return {};
    axes.push_back({dim, shape.dim[dim], 1, {0, shape.dim[dim]}});
  }
  return motion_of(graph, axes, hop);
}

bool filters_slide(const Motion& motion) {
  return std::ranges::any_of(motion.rules, [](const RowRule& r) { return r.kind == Kind::kWindow; });
}

int most_dimensions(const Graph& graph) {
  int most = nook::kMaxRank;
  for (TensorId t : graph.inputs) most = std::min(most, int{graph[t].shape.rank});
  return most;
}

std::string input_text(const Graph& graph) {
  return "input '" + printable(graph.input_names[0]) + "' " + type_and_shape(graph[graph.inputs[0]]);
}

Diag no_axis(const Graph& graph, int dim) {
  return {Exit::kUsage, "N2090", "--hop-axis " + std::to_string(dim),
          "need a dimension in which every input has the same number of frames, at least 2, have " +
              input_text(graph),
          "count the dimensions of the input from 0"};
}

Diag which_axis(const Graph& graph, const std::vector<int>& dims) {
  std::string rows, options;
  for (int dim : dims) {
    const std::string number = std::to_string(dim);
    rows += (rows.empty() ? "" : " and ") + std::to_string(graph[graph.inputs[0]].shape.dim[dim]) +
            " rows along axis " + number;
    options += (options.empty() ? "--hop-axis " : " or ") + number;
  }
  return {Exit::kUsage, "N2090", "--hop",
          "need to know which axis is the time: " + input_text(graph) + " has " + rows, "add " + options};
}

// "the nearest are 2 and 4"
std::string nearest_hops(int64_t least, int32_t hop, int32_t window) {
  const int64_t below = hop / least * least, above = below + least;
  const bool fits = above < window;
  if (below > 0) return std::to_string(below) + (fits ? " or " + std::to_string(above) : "");
  return fits ? std::to_string(above) : "";
}

Result<Motion> checked(const Graph& graph, Motion motion) {
  const TimeAxis& first = motion.of(graph.inputs[0]);
  for (TensorId t : graph.inputs)
    if (motion.hop >= motion.of(t).rows)
      return Diag{Exit::kUsage, "N2091", "--hop " + std::to_string(motion.hop),
                  "need fewer frames than the window has, have " + std::to_string(first.rows) + " in " +
                      input_text(graph),
                  "leave out --hop to run on whole windows"};
  const int64_t least = least_hop(motion);
  if (motion.hop % least == 0) return motion;
  const std::string nearest = nearest_hops(least, motion.hop, first.rows);
  return Diag{Exit::kUsage, "N2091", "--hop " + std::to_string(motion.hop),
              "need a multiple of " + std::to_string(least) + ": the network's strides take " +
                  std::to_string(least) + " frames together",
              nearest.empty() ? "leave out --hop to run on whole windows" : "--hop " + nearest};
}

}  // namespace

std::string obstacles(const Graph& graph, const Motion& motion) {
  std::string all;
  int count = 0;
  for (size_t i = 0; i < graph.nodes.size() && count < 3; ++i)
    if (motion.rules[i].kind == Kind::kWhole)
      all += (count++ > 0 ? ", " : "") + describe(graph, graph.nodes[i]);
  return all;
}

Result<Motion> find_motion(const Graph& graph, const HopWish& wish) {
  if (wish.axis >= 0) {
    std::optional<Motion> motion = motion_along(graph, wish.axis, wish.frames);
    if (!motion) return no_axis(graph, wish.axis);
    return checked(graph, *std::move(motion));
  }
  std::vector<int> dims, sliding;
  for (int dim = 0; dim < most_dimensions(graph); ++dim) {
    const std::optional<Motion> motion = motion_along(graph, dim, wish.frames);
    if (!motion) continue;
    dims.push_back(dim);
    if (filters_slide(*motion)) sliding.push_back(dim);
  }
  const std::vector<int>& found = sliding.empty() ? dims : sliding;
  if (found.empty()) return no_axis(graph, 1);
  if (found.size() > 1) return which_axis(graph, found);
  return checked(graph, *motion_along(graph, found[0], wish.frames));
}

void show_axes(Graph& graph) {
  for (TensorId& t : graph.inputs) {
    Node* only = nullptr;
    int readers = graph.is_output(t) ? 2 : 0;
    for (Node& node : graph.nodes)
      for (TensorId in : node.in)
        if (in == t) ++readers, only = &node;
    const nook::Shape& shape = graph[t].shape;
    bool flat = true;
    for (int d = 0; d + 1 < shape.rank; ++d) flat &= shape.dim[d] <= 1;
    if (!flat || readers != 1 || !op_row(*only).renames || graph.is_output(only->out[0])) continue;
    const TensorId image = only->out[0];
    graph[image].name = graph[t].name, graph[image].source = graph[t].source;
    graph[image].placement = graph[t].placement;
    *only = Node{};
    t = image;
  }
}

}  // namespace nookc
