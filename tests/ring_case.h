// Computes rows with a kernel from a ring that holds only the rows that its window claims to read
// (nook/ops/contract/window_rows.h), which proves that the window includes all of them.
#pragma once
#include "nook/ops/contract/row_step.h"
#include "tests/op_case.h"

namespace test {

inline int rows_from_rings = 0;  // reveals a test that checks nothing

// The most rows of an image of `height` rows that a window covers, at least one.
inline int32_t rows_held(const nook::WindowRows& window, int32_t count, int32_t height) {
  int32_t most = 1;
  for (int32_t y = 0; y < count; ++y) {
    const int32_t held = window.until(y, height) - window.first(y);
    most = held > most ? held : most;
  }
  return most;
}

// A random shape, in every other case an image.
inline nook::Shape random_shape_or_image(Rng& rng, int32_t least_rank, int32_t most) {
  if (rng.in(0, 1)) return random_shape(rng, least_rank, most);
  return shape(1, rng.in(1, 5), rng.in(1, 3), rng.in(1, 3));
}

// Images x, operand `data` of in[], and y, both with elements of `width` bytes; `expected` is the whole y.
template <class Form>
void expect_rows_of_rings(const typename Form::Params& p, const Operand* in, int inputs, size_t data,
                          const nook::Shape& x, const nook::Shape& y, int32_t width, const void* expected) {
  alignas(16) static uint8_t ring[kMostBytes], row[kMostBytes + kGuard];
  const nook::WindowRows window = nook::detail::window_of<Form>(p);
  if (x.rank != 4 || x.dim[0] != 1 || y.rank != 4 || y.dim[0] != 1 || !window.exists()) return;
  const int32_t height = x.dim[1], row_bytes = in[data].bytes / height,
                held = rows_held(window, y.dim[1], height);
  const int32_t y_bytes = y.dim[2] * y.dim[3] * width;
  const auto kernels = Form::kernels();
  const auto of_rows = Form::row_kernels();
  EXPECT(held * row_bytes <= kMostBytes && y_bytes <= kMostBytes && of_rows.size() == kernels.size());
  for (size_t k = 0; k < kernels.size(); ++k) {
    if (!kernels[k].invoke || !kernels[k].accepts(&p, nook::KernelRows::kAll)) continue;
    const void* operands[8] = {};
    for (int i = 0; i < inputs; ++i) operands[i] = in[i].data;
    if (kernels[k].packing->bytes) {
      if (kernels[k].packing->takes && !kernels[k].packing->takes(&p, operands)) continue;
      nook::PackedBytes to(op_memory.packed);
      kernels[k].packing->pack(&p, operands, to);
      for (const void*& operand : operands) operand = nullptr;
      operands[1] = op_memory.packed;
    }
    operands[data] = nullptr;
    const nook_rows rows = {ring, row_bytes, held};
    void* out[] = {row};
    for (int32_t oy = 0; oy < y.dim[1]; ++oy) {
      memset(ring, kGuardByte, sizeof ring), memset(row, kGuardByte, sizeof row);
      for (int32_t iy = window.first(oy); iy < window.until(oy, height); ++iy)
        memcpy(ring + iy % held * row_bytes, static_cast<const uint8_t*>(in[data].data) + iy * row_bytes,
               static_cast<size_t>(row_bytes));
      of_rows[k](&p, &rows, oy, {operands, out, scratch_of(kernels[k], &p)});
      const auto* const whole = static_cast<const uint8_t*>(expected) + oy * y_bytes;
      EXPECT(memcmp(row, whole, static_cast<size_t>(y_bytes)) == 0);
      EXPECT(only_guard(row + y_bytes, kGuard));
      ++rows_from_rings;
    }
  }
}

}  // namespace test
