// Compares two graphs as networks, by the facts that a .tflite file contains, and describes the difference.
#pragma once
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "nookc/graph/graph.h"
#include "nookc/graph/visit_attrs.h"

namespace test {

// The options of a custom operator.
struct Options {
  std::vector<double> values;
  template <class T>
  void value(const char*, const T& member) {
    values.push_back(static_cast<double>(member));
  }
};

// Member by member; a kind of attributes has some of them.
template <class A>
bool same_attrs(const A& a, const A& b) {
  bool same = true;
#define NOOK_SAME(member) \
  if constexpr (requires { a.member; }) same &= a.member == b.member;
  NOOK_SAME(activation)
  NOOK_SAME(fused_activation)
  NOOK_SAME(padding.mode)
  NOOK_SAME(stride_h)
  NOOK_SAME(stride_w)
  NOOK_SAME(dilation_h)
  NOOK_SAME(dilation_w)
  NOOK_SAME(filter_h)
  NOOK_SAME(filter_w)
  NOOK_SAME(keep_dims)
  NOOK_SAME(keep_num_dims)
  NOOK_SAME(axis)
  NOOK_SAME(beta)
  NOOK_SAME(alpha)
  NOOK_SAME(begin_mask)
  NOOK_SAME(end_mask)
  NOOK_SAME(shrink_axis_mask)
  NOOK_SAME(ellipsis_mask)
  NOOK_SAME(new_axis_mask)
  NOOK_SAME(offset)
#undef NOOK_SAME
  if constexpr (requires { A::Op::kOptions; }) {
    Options first, second;
    nook::visit_options<typename A::Op>(first, a), nook::visit_options<typename A::Op>(second, b);
    same &= first.values == second.values;
  }
  return same;
}

inline bool same_tensor(const nookc::Tensor& a, const nookc::Tensor& b) {
  const bool same_data = a.constant() == b.constant() && (!a.constant() || *a.data == *b.data);
  return a.name == b.name && a.type == b.type && a.shape == b.shape && a.scales == b.scales &&
         a.zero_point == b.zero_point && a.channel_axis == b.channel_axis && a.variable == b.variable &&
         same_data;
}

inline bool same_node(const nookc::Node& a, const nookc::Node& b) {
  if (a.attrs.none() != b.attrs.none() || a.attrs.code() != b.attrs.code()) return false;
  const bool attrs = visit_attrs(a.attrs, [&](const auto& x) {
    return same_attrs(x, *b.attrs.get<typename std::decay_t<decltype(x)>::Op>());
  });
  return attrs && a.in == b.in && a.out == b.out;
}

// Whether a node, an input or an output is the tensor. Others are written without their contents.
inline bool is_used(const nookc::Graph& graph, nookc::TensorId t) {
  return graph.is_input(t) || graph.is_output(t) ||
         std::ranges::any_of(graph.nodes, [&](const nookc::Node& node) {
           return std::ranges::count(node.in, t) + std::ranges::count(node.out, t) > 0;
         });
}

// Empty, or the first difference. `b` was written and may have more tensors at the end, which only other
// readers need.
inline std::string difference(const nookc::Graph& a, const nookc::Graph& b) {
  if (a.tensors.size() > b.tensors.size() || a.nodes.size() != b.nodes.size()) return "the counts";
  for (size_t i = 0; i < a.tensors.size(); ++i)
    if (is_used(a, nookc::TensorId(i)) && !same_tensor(a.tensors[i], b.tensors[i]))
      return "tensor '" + a.tensors[i].name + "'";
  for (size_t i = 0; i < a.nodes.size(); ++i)
    if (!same_node(a.nodes[i], b.nodes[i])) return describe(a, a.nodes[i]);
  if (a.inputs != b.inputs || a.outputs != b.outputs) return "inputs or outputs";
  if (a.input_names != b.input_names || a.output_names != b.output_names) return "names";
  return a.description == b.description ? "" : "the description";
}

}  // namespace test
