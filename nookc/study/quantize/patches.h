#pragma once
#include <optional>
#include <span>

#include "nookc/study/quantize/weights.h"

namespace nookc {

// The vectors that the filters of a layer multiply: rows of a FULLY_CONNECTED's data, the elements under the
// filter of a CONV_2D, DEPTHWISE_CONV_2D or TRANSPOSE_CONV at one place of the result, with zeros where it
// reaches outside of the image. Channels of a depthwise convolution, and of a grouped one, form groups; each
// group has vectors of its own.
class Patches {
 public:
  // Nothing: another operator, or dimensions that are not theirs.
  static std::optional<Patches> of(const Graph& graph, const Node& node, const Weighted& w);

  size_t groups() const { return groups_; }
  size_t outputs() const { return outputs_; }  // filters of a group
  size_t size() const { return size_; }      // elements of a vector, which are as many as weights of a filter
  size_t places() const { return places_; }  // vectors in one inference

  // The index of weight `i` of a filter in the weights of the layer.
  size_t weight(size_t group, size_t output, size_t i) const {
    return by_channel_ ? i * groups_ * outputs_ + channel(group, output) : channel(group, output) * size_ + i;
  }
  size_t channel(size_t group, size_t output) const { return group * outputs_ + output; }

  // Reads the vector of a group at one place. `x` is the layer's data, `to` has size() elements.
  void read(std::span<const float> x, size_t group, size_t place, std::span<float> to) const;

 private:
  // One axis of the image: an element of the result reads element (at * stride + tap * dilation - before) of
  // the data or, if transposed, element (at + before - tap) / stride.
  struct Axis {
    int32_t in = 1, out = 1, taps = 1, stride = 1, dilation = 1, before = 0;
    // -1: outside of the data.
    int32_t source(int32_t at, int32_t tap, bool transposed) const;
  };

  size_t groups_ = 1, outputs_ = 0, size_ = 0, places_ = 0;
  size_t read_channels_ = 0, all_channels_ = 0;  // those that a group reads of the data, and all
  bool by_channel_ = false;                      // weights are [tap][channel]
  bool transposed_ = false;
  Axis axis_[2];
};

}  // namespace nookc
