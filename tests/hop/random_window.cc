#include "tests/hop/random_window.h"

#include "nookc/graph/any_attrs.h"
#include "nookc/middle/hop/find_axis.h"
#include "tests/generated/steps.h"

// As nook/ops/*/random.cc define them.
namespace generated {
TensorId random_gru_layer(Sketch& s, const Live& live, TensorId x);
TensorId random_lstm_layer(Sketch& s, const Live& live, TensorId x);
TensorId random_rnn_layer(Sketch& s, const Live& live, TensorId x);
TensorId random_unidirectional_sequence_lstm(Sketch& s, const Live& live, TensorId x);
}  // namespace generated

namespace hop {
namespace {

using generated::Ints;
using generated::Live;
using generated::Sketch;
using generated::Step;
using nookc::TensorId;

class Growing {
 public:
  explicit Growing(generated::Choices& choices) : choose_(choices), s_(choices) {}

  RandomWindow run() {
    const int axis = choose_.chance(30) ? 2 : 1;
    const int32_t inputs = choose_.chance(15) ? 2 : 1;
    Ints shape = {1, choose_.in(1, 5), choose_.in(1, 5), choose_.in(1, 5)};
    shape[static_cast<size_t>(axis)] = choose_.in(6, 36);
    const int32_t type = choose_.in(0, 9);
    for (int32_t i = 0; i < inputs; ++i) add_input(shape, type);
    const int32_t operators = choose_.in(1, 9);
    for (int32_t i = 0; i < operators; ++i) {
      const size_t group = choose_.begin();
      grow();
      choose_.end(group);
    }
    if (choose_.chance(50))
      append(choose_.chance(60) ? dense(s_, live_, live_.back()) : mean(s_, live_, live_.back()));
    else if (choose_.chance(30))
      append(recurrent(live_.back()));
    finish();
    return {std::move(s_.graph), axis};
  }

 private:
  void append(TensorId t) {
    if (t != TensorId::kNone) live_.push_back(t);
  }

  void add_input(const Ints& shape, int32_t type) {
    static const Ints zeros = {0, -128, 127, -1, 33};
    const float scale = static_cast<float>(choose_.in(5, 40)) / 1000;
    const TensorId t = type > 8   ? s_.real(shape)
                       : type > 7 ? s_.wide(shape, scale / 250)
                                  : s_.quantized(shape, scale, choose_.of(zeros));
    s_.graph.inputs.push_back(t);
    s_.graph.input_names.push_back("in" + std::to_string(live_.size()));
    live_.push_back(t);
  }

  void grow() {
    static const std::vector<Step> any = {
        generated::relu,       generated::unary, generated::binary,       generated::reshape,
        generated::slice,      generated::mean,  generated::transpose,    generated::softmax,
        generated::requantize, generated::dense, generated::concatenation};
    static const std::vector<Step> image = {
        generated::convolution,   generated::convolution,   generated::convolution, generated::depthwise,
        generated::depthwise,     generated::pool,          generated::pool,        generated::padded_window,
        generated::padded_window, generated::padded_window, generated::arithmetic,  generated::arithmetic,
        generated::concatenation, generated::relu,          generated::pad,         generated::slice};
    // Prefers the newest tensors, so that chains develop.
    const size_t back =
        choose_.chance(25) ? static_cast<size_t>(choose_.in(0, static_cast<int32_t>(live_.size()) - 1)) : 0;
    const TensorId x = live_[live_.size() - 1 - back];
    append(choose_.of(s_.rank(x) == 4 && choose_.chance(85) ? image : any)(s_, live_, x));
  }

  // A recurrent layer whose steps are the rows of an image.
  TensorId recurrent(TensorId x) {
    static const std::vector<Step> layers = {generated::random_gru_layer, generated::random_lstm_layer,
                                             generated::random_rnn_layer,
                                             generated::random_unidirectional_sequence_lstm};
    const auto mark = s_.mark();
    if (s_.rank(x) != 4) return TensorId::kNone;
    const TensorId steps = s_.alike(x, {s_.dim(x, 0), s_.dim(x, 1), s_.dim(x, 2) * s_.dim(x, 3)});
    if (!s_.add(mark, nookc::reshape(), {x}, steps)) return TensorId::kNone;
    const TensorId y = choose_.of(layers)(s_, live_, steps);
    return y == TensorId::kNone ? steps : y;
  }

  // The newest tensor, and sometimes another one. A network without operators copies its input.
  void finish() {
    if (s_.graph.nodes.empty()) append(generated::relu(s_, live_, live_[0]));
    give(live_.back());
    const TensorId other = choose_.of(live_);
    if (choose_.chance(25) && other != live_.back() && !s_.graph.is_input(other)) give(other);
  }

  void give(TensorId t) {
    s_.graph.output_names.push_back("out" + std::to_string(s_.graph.outputs.size()));
    s_.graph.outputs.push_back(t);
  }

  static TensorId dense(Sketch& s, const Live& live, TensorId x) { return generated::dense(s, live, x); }
  static TensorId mean(Sketch& s, const Live& live, TensorId x) { return generated::mean(s, live, x); }

  generated::Choices& choose_;
  Sketch s_;
  Live live_;
};

}  // namespace

RandomWindow random_window(generated::Choices& choices) { return Growing(choices).run(); }

int32_t shortest_hop(const RandomWindow& net) {
  const int32_t window = net.graph[net.graph.inputs[0]].shape.dim[net.axis];
  for (int32_t frames = 1; frames < window; ++frames)
    if (nookc::find_motion(net.graph, {frames, net.axis, 0})) return frames;
  return 0;
}

}  // namespace hop
