// Sliding windows of convolutions and pools over signals, images and volumes.
#pragma once
#include "nook/ops/prepare/window.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {

// One axis of such a window.
struct Sliding {
  int64_t in = 1, filter = 1, stride = 1, dilation = 1, before = 0, after = 0, out = 1;
  int64_t stated_after = 0;  // the part of `after` that the model states; the rest comes from rounding up

  int64_t reach() const { return (filter - 1) * dilation + 1; }
  // Whether this padding equals TensorFlow Lite's SAME.
  bool same() const {
    const int64_t need = std::max<int64_t>((out - 1) * stride + reach() - in, 0);
    return out == (in + stride - 1) / stride && before == need / 2 && (after == need - need / 2);
  }
  bool none() const { return before == 0 && after == 0; }
};

// A window over an image; a signal is an image of one row.
struct Window2d {
  Sliding h, w;
  nook::PadMode mode() const {
    if (h.none() && w.none()) return nook::PadMode::kValid;
    return h.same() && w.same() ? nook::PadMode::kSame : nook::PadMode::kExplicit;
  }
};

// Reads an attribute with one number for each of `axes` dimensions; if it is absent, all are 1.
bool each_axis(const OnnxNode& node, const char* name, size_t axes, std::vector<int64_t>* to);

// Reads the axes of a window over [n][c]... with one to three further dimensions. Returns the error, or an
// empty text.
std::string read_window(const OnnxNode& node, const Dims& x, const std::vector<int64_t>& filter,
                        std::vector<Sliding>* to);
// From one axis or two.
Window2d window_2d(const std::vector<Sliding>& axes);

nook::Padding padding_of(const Window2d& window);
Dims image_shape(const Dims& x, int64_t channels, const Window2d& window);

template <class A>
void set_window(const Window2d& window, A* attrs) {
  attrs->stride_h = static_cast<int32_t>(window.h.stride),
  attrs->stride_w = static_cast<int32_t>(window.w.stride);
}

// Pads the image [n][h][w][c] with a value; null: zeros.
TensorId padded(Mapper& m, TensorId x, const Dims& dims, const Window2d& window, const Constant* value);

}  // namespace nookc::onnx
