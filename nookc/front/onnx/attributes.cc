#include "nookc/front/onnx/attributes.h"

#include <algorithm>
#include <string_view>

namespace nookc::onnx {
namespace {

constexpr std::string_view kFlags[] = {"align_corners",
                                       "allowzero",
                                       "antialias",
                                       "ceil_mode",
                                       "channels_last",
                                       "count_include_pad",
                                       "detect_negative",
                                       "detect_positive",
                                       "exclude_outside",
                                       "exclusive",
                                       "fmod",
                                       "input_forget",
                                       "interleaved",
                                       "inverse",
                                       "is_causal",
                                       "keepdims",
                                       "largest",
                                       "layout",
                                       "linear_before_reset",
                                       "narrow",
                                       "noop_with_empty_axes",
                                       "onesided",
                                       "reverse",
                                       "select_last_index",
                                       "signed",
                                       "sorted",
                                       "storage_order",
                                       "training_mode",
                                       "transA",
                                       "transB",
                                       "transBatchA",
                                       "transBatchB",
                                       "upper"};

// Axes, sizes and counts, which are computed with 32 bits. Bounds of a Slice are not among them: its end may
// be 2^63 - 1.
constexpr std::string_view kSizes[] = {"K",
                                       "N",
                                       "axes",
                                       "axis",
                                       "batch_axis",
                                       "batch_dims",
                                       "bits",
                                       "block_size",
                                       "blocksize",
                                       "dilations",
                                       "group",
                                       "hidden_size",
                                       "k",
                                       "kernel_shape",
                                       "kv_num_heads",
                                       "left_window_size",
                                       "num_groups",
                                       "num_heads",
                                       "num_outputs",
                                       "num_scan_inputs",
                                       "offset_group",
                                       "output_dtype",
                                       "output_padding",
                                       "output_shape",
                                       "p",
                                       "pads",
                                       "perm",
                                       "q_num_heads",
                                       "qk_matmul_output_mode",
                                       "right_window_size",
                                       "rotary_embedding_dim",
                                       "scan_input_axes",
                                       "scan_input_directions",
                                       "scan_output_axes",
                                       "scan_output_directions",
                                       "size",
                                       "split",
                                       "strides",
                                       "time_axis",
                                       "to"};

bool is_among(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

}  // namespace

std::string wrong_attribute(const OnnxNode& node) {
  for (const auto& entry : node.attributes) {
    const std::string& name = entry.first;
    const Attribute& attribute = entry.second;
    const bool flag = is_among(kFlags, name);
    if (!flag && !is_among(kSizes, name)) continue;
    const int64_t least = flag ? 0 : INT32_MIN, most = flag ? 1 : INT32_MAX;
    const auto wrong = [&](int64_t number) {
      return number >= least && number <= most
                 ? std::string()
                 : name + ": need " + (flag ? "0 or 1" : "a number of 32 bits") + ", have " +
                       std::to_string(number);
    };
    if (attribute.kind == Attribute::Kind::kInt)
      if (std::string why = wrong(attribute.integer); !why.empty()) return why;
    for (const int64_t number : attribute.integers)
      if (std::string why = wrong(number); !why.empty()) return why;
  }
  return {};
}

}  // namespace nookc::onnx
