#include "tests/generated/random_graph.h"

#include <algorithm>

#include "nookc/graph/users.h"
#include "tests/generated/op_steps.h"
#include "tests/generated/sequences.h"
#include "tests/generated/steps.h"

namespace generated {
namespace {

// Recurrent layers, which few tensors fit.
TensorId recurrent(Sketch& s, const Live& live, TensorId x) {
  static const std::vector<Step> all = {random_lstm_layer, random_gru_layer, random_rnn_layer, unrolled};
  return s.choose.of(all)(s, live, x);
}

// Any step that operators bring along, together as likely as six of the others.
TensorId of_folders(Sketch& s, const Live& live, TensorId x) {
  static const std::vector<Step> all(std::begin(kOpSteps), std::end(kOpSteps));
  return s.choose.of(all)(s, live, x);
}

// Operators that keep state between inferences, which few tensors fit.
TensorId keeping(Sketch& s, const Live& live, TensorId x) {
  static const std::vector<Step> all = {random_svdf, random_unidirectional_sequence_lstm, random_signal_delay,
                                        random_signal_overlap_add};
  const size_t first = static_cast<size_t>(s.choose.in(0, 3));
  for (size_t i = 0; i < all.size(); ++i)
    if (const TensorId y = all[(first + i) % all.size()](s, live, x); y != TensorId::kNone) return y;
  return TensorId::kNone;
}

// Operators other than filters that enlarge or shrink an image, mostly between convolutions: in row chains
// they produce several rows from one.
TensorId scaling(Sketch& s, const Live& live, TensorId x) {
  static const std::vector<Step> all = {
      random_transpose_conv,  random_depth_to_space, random_space_to_depth, random_resize_nearest_neighbor,
      random_resize_bilinear, random_mirror_pad,     random_padv2,          pad};
  const bool before = s.choose.chance(70), behind = s.choose.chance(70);
  const TensorId filtered = before ? convolution(s, live, x) : TensorId::kNone;
  const TensorId from = filtered == TensorId::kNone ? x : filtered, y = s.choose.of(all)(s, live, from);
  if (y == TensorId::kNone) return filtered;
  const TensorId last = behind ? convolution(s, live, y) : TensorId::kNone;
  return last == TensorId::kNone ? y : last;
}

class Growing {
 public:
  explicit Growing(Choices& choices) : choose_(choices), s_(choices) {}

  nookc::Graph run() {
    const int32_t inputs = choose_.chance(25) ? choose_.in(1, 3) : 1;
    const int32_t operators = choose_.in(1, choose_.chance(25) ? 14 : 6);
    for (int32_t i = 0; i < inputs; ++i) add_input();
    for (int32_t i = 0; i < operators; ++i) {
      const size_t group = choose_.begin();
      grow();
      choose_.end(group);
    }
    while (s_.graph.nodes.empty()) append(relu(s_, live_, live_[0]));
    choose_outputs();
    name_interface();
    return std::move(s_.graph);
  }

 private:
  // Most are images; some have one row, one pixel or more than sixteen rows.
  Ints input_shape() {
    switch (choose_.in(0, 9)) {
      case 7:
        return {choose_.in(1, 3), choose_.in(1, 24)};
      case 8:
        return {1, choose_.in(1, 12), choose_.in(1, 8)};
      case 9:
        return {2, choose_.in(1, 9), choose_.in(1, 6), choose_.in(1, 4)};
      default:
        break;
    }
    static const Ints highest = {8, 16, 24, 40, 16, 24, 1, 3};
    const int32_t h = choose_.in(1, choose_.of(highest)), w = choose_.in(1, choose_.chance(80) ? 8 : 1);
    if (w == 1 &&
        choose_.chance(70)) {  // a sequence, mostly not as a column, and often longer than images are
      const int32_t steps = h * choose_.in(1, 6), channels = choose_.in(1, 9);
      return choose_.chance(80) ? Ints{1, 1, steps, channels} : Ints{1, steps, 1, channels};
    }
    return {1, h, w, choose_.in(1, 9)};
  }

  void add_input() {
    const size_t group = choose_.begin();
    static const Ints zeros = {0, -128, 127, -1, 33};
    const Ints shape = input_shape();
    const int32_t type = choose_.in(0, 9);
    const float scale = static_cast<float>(choose_.in(5, 40)) / 1000;
    const TensorId t = type > 7   ? s_.real(shape)
                       : type > 6 ? s_.wide(shape, scale / 250)
                                  : s_.quantized(shape, scale, choose_.of(zeros));
    s_.graph.inputs.push_back(t);
    live_.push_back(t);
    choose_.end(group);
  }

  void append(TensorId t) {
    if (t != TensorId::kNone) live_.push_back(t);
  }

  // Operators on constants alone, and views of constants.
  TensorId as_constant(TensorId x) {
    const nook::DType type = s_.graph[x].type;
    const bool made = type == nook::DType::kS8 || type == nook::DType::kS16 || type == nook::DType::kF32;
    return made ? s_.constant_like(x, s_.dims(x)) : x;
  }

  void grow() {
    // Prefers the newest tensors, so that chains develop.
    const size_t back =
        choose_.chance(25) ? static_cast<size_t>(choose_.in(0, static_cast<int32_t>(live_.size()) - 1)) : 0;
    TensorId x = live_[live_.size() - 1 - back];
    if (choose_.chance(5)) x = as_constant(x);
    if (steps_axis(s_, x) > 0 && choose_.chance(35))
      return append(choose_.of(std::vector<Step>{gates, u_net, of_rank_three})(s_, live_, x));
    static const std::vector<Step> any = [] {
      std::vector<Step> all = {relu,          unary,         binary,  arithmetic, arithmetic, requantize,
                               reshape,       pad,           slice,   mean,       transpose,  dense,
                               concatenation, concatenation, softmax, reduction};
      all.insert(all.end(), 6, of_folders);
      all.insert(all.end(), 2, keeping);
      all.insert(all.end(), 2, streaming);
      all.push_back(recurrent);
      all.insert(all.end(), 2, normalized);
      return all;
    }();
    static const std::vector<Step> image = [] {
      std::vector<Step> all = any;
      for (const Step step : {convolution, depthwise}) all.insert(all.end(), 5, step);
      all.insert(all.end(), 8, padded_window);
      all.insert(all.end(), 6, scaling);
      all.insert(all.end(), 2, mixed_filters);
      for (const Step step : {pool, pool, pool, arithmetic, arithmetic, relu, mean, two_shapes, two_shapes})
        all.push_back(step);
      all.push_back(older);
      return all;
    }();
    append(choose_.of(s_.rank(x) == 4 ? image : any)(s_, live_, x));
  }

  // Unread tensors; some may be left dead, and any other tensor may be an additional output: one that others
  // read too, an input, a constant, the same tensor twice.
  void choose_outputs() {
    std::vector<TensorId> ends, others;
    const nookc::Users users(s_.graph);
    for (const nookc::Node& node : s_.graph.nodes)
      for (const TensorId t : node.out) (users.uses(t) == 0 ? ends : others).push_back(t);
    if (ends.empty()) ends.push_back(live_.back());  // a variable remembers all results
    while (ends.size() > 1 && choose_.chance(20))
      ends.erase(ends.begin() + choose_.in(0, static_cast<int32_t>(ends.size()) - 1));
    if (!others.empty() && choose_.chance(20)) ends.push_back(choose_.of(others));
    if (choose_.chance(4)) ends.push_back(s_.graph.inputs[0]);
    if (choose_.chance(4)) ends.push_back(s_.bytes({1, choose_.in(1, 9)}, 0.5f, 3));
    if (choose_.chance(4)) ends.push_back(ends[0]);
    s_.graph.outputs = std::move(ends);
  }

  void name_interface() {
    for (const TensorId t : s_.graph.inputs) s_.graph.input_names.push_back(s_.graph[t].name);
    for (const TensorId t : s_.graph.outputs) s_.graph.output_names.push_back(s_.graph[t].name);
  }

  Choices& choose_;
  Sketch s_;
  Live live_;
};

}  // namespace

nookc::Graph random_graph(Choices& choices) { return Growing(choices).run(); }

}  // namespace generated
