// Windows that slide over signals, images and volumes: those of convolutions and pools.
#pragma once
#include "nook/ops/shared/window.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {

// One axis of such a window.
struct Sliding {
  int64_t in = 1, filter = 1, stride = 1, dilation = 1, before = 0, after = 0, out = 1;
  int64_t stated_after = 0;  // of `after` what the model asks for; the rest is of a window rounded up

  int64_t reach() const { return (filter - 1) * dilation + 1; }
  // Whether TensorFlow Lite's SAME is this padding.
  bool same() const {
    const int64_t need = std::max<int64_t>((out - 1) * stride + reach() - in, 0);
    return out == (in + stride - 1) / stride && before == need / 2 && (after == need - need / 2);
  }
  bool none() const { return before == 0 && after == 0; }
};

// Over an image; a signal is one of a single row.
struct Window2d {
  Sliding h, w;
  nook::PadMode mode() const {
    if (h.none() && w.none()) return nook::PadMode::kValid;
    return h.same() && w.same() ? nook::PadMode::kSame : nook::PadMode::kExplicit;
  }
};

// Attributes that there is one of for each of `axes` dimensions; none said: all are 1.
bool each_axis(const OnnxNode& node, const char* name, size_t axes, std::vector<int64_t>* to);

// The axes of a window over [n][c]... of one to three dimensions more. Empty: read; else why not.
std::string read_window(const OnnxNode& node, const Dims& x, const std::vector<int64_t>& filter,
                        std::vector<Sliding>* to);
// Of one axis or two.
Window2d window_2d(const std::vector<Sliding>& axes);

nook::Padding padding_of(const Window2d& window);
Dims image_shape(const Dims& x, int64_t channels, const Window2d& window);

template <class A>
void set_window(const Window2d& window, A* attrs) {
  attrs->stride_h = static_cast<int32_t>(window.h.stride),
  attrs->stride_w = static_cast<int32_t>(window.w.stride);
}

// The image [n][h][w][c] with margins of a value around it; null: of zeros.
TensorId padded(Mapper& m, TensorId x, const Dims& dims, const Window2d& window, const Constant* value);

}  // namespace nookc::onnx
