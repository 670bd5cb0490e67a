#include "nookc/front/onnx/window.h"

#include "nook/ops/pad/pad_op.h"
#include "nook/ops/padv2/padv2_op.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kLargest = INT32_MAX / 4;

// Reads the pads as begin and end of each axis, also from auto_pad. The number of results is rounded up if
// the node has ceil_mode, as long as the last window begins within the image or the leading padding.
std::string slide(const OnnxNode& node, size_t axes, size_t i, Sliding* at) {
  const std::string automatic = node.text("auto_pad", "NOTSET");
  const std::vector<int64_t> pads = node.integers("pads");
  if (automatic == "SAME_UPPER" || automatic == "SAME_LOWER") {
    at->out = (at->in + at->stride - 1) / at->stride;
    const int64_t need = std::max<int64_t>((at->out - 1) * at->stride + at->reach() - at->in, 0);
    at->before = automatic == "SAME_UPPER" ? need / 2 : need - need / 2;
    at->after = at->stated_after = need - at->before;
    return {};
  }
  if (automatic != "VALID" && !pads.empty()) {
    if (pads.size() != 2 * axes) return "pads: need two for each dimension";
    at->before = pads[i], at->after = at->stated_after = pads[i + axes];
    if (at->before < 0 || at->after < 0) return "pads: one is below 0";
    if (at->before > kLargest || at->after > kLargest) return "pads: one is too large";
  }
  const int64_t way = at->in + at->before + at->after - at->reach();
  if (way < 0) return "its window is larger than the image";
  at->out = way / at->stride + 1;
  if (node.integer("ceil_mode", 0) && way % at->stride != 0 && at->out * at->stride < at->in + at->before) {
    ++at->out;
    at->after = (at->out - 1) * at->stride + at->reach() - at->in - at->before;
  }
  return {};
}

}  // namespace

bool each_axis(const OnnxNode& node, const char* name, size_t axes, std::vector<int64_t>* to) {
  *to = node.integers(name);
  if (to->empty()) to->assign(axes, 1);
  if (to->size() != axes) return false;
  for (const int64_t number : *to)
    if (number < 1 || number > kLargest) return false;
  return true;
}

std::string read_window(const OnnxNode& node, const Dims& x, const std::vector<int64_t>& filter,
                        std::vector<Sliding>* to) {
  if (x.size() < 3 || x.size() > 5)
    return "need a signal, an image or a volume, have " + std::to_string(x.size()) + " dimensions";
  const size_t axes = x.size() - 2;
  std::vector<int64_t> strides, dilations;
  if (filter.size() != axes) return "its window does not have as many dimensions as the image";
  if (!each_axis(node, "strides", axes, &strides) || !each_axis(node, "dilations", axes, &dilations))
    return "strides and dilations: need one of at least 1 for each dimension";
  to->assign(axes, {});
  for (size_t i = 0; i < axes; ++i) {
    Sliding& s = (*to)[i];
    if (filter[i] < 1 || filter[i] > kLargest) return "its window is empty or too large";
    s.in = x[2 + i], s.filter = filter[i], s.stride = strides[i], s.dilation = dilations[i];
    if (const std::string why = slide(node, axes, i, &s); !why.empty()) return why;
  }
  return {};
}

Window2d window_2d(const std::vector<Sliding>& axes) {
  Window2d window;
  window.w = axes.back();
  if (axes.size() > 1) window.h = axes[axes.size() - 2];
  return window;
}

nook::Padding padding_of(const Window2d& window) {
  nook::Padding p;
  p.mode = window.mode();
  if (p.mode != nook::PadMode::kExplicit) return p;
  p.top = static_cast<int32_t>(window.h.before), p.bottom = static_cast<int32_t>(window.h.after);
  p.left = static_cast<int32_t>(window.w.before), p.right = static_cast<int32_t>(window.w.after);
  return p;
}

Dims image_shape(const Dims& x, int64_t channels, const Window2d& window) {
  Dims y = {x[0], channels};
  if (x.size() == 4) y.push_back(window.h.out);
  y.push_back(window.w.out);
  return y;
}

TensorId padded(Mapper& m, TensorId x, const Dims& dims, const Window2d& window, const Constant* value) {
  Dims larger = dims;
  larger[1] += window.h.before + window.h.after, larger[2] += window.w.before + window.w.after;
  const TensorId y = m.like(x, larger);
  const TensorId margins = m.add_ints(
      narrow({0, 0, window.h.before, window.h.after, window.w.before, window.w.after, 0, 0}), {4, 2});
  if (value) {
    m.emit(nook::Padv2::Attrs{}, {x, margins, m.add_constant(*value)}, {y});
  } else {
    m.emit(nook::Pad::Attrs{}, {x, margins}, {y});
  }
  return y;
}

}  // namespace nookc::onnx
