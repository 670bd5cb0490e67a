#pragma once
#include "nookc/middle/rows/stages.h"

namespace nookc {

// The pixels of a tensor that is one line of them, such as a sequence [1, steps, channels] or an image of one
// row or one column; 0: it is not a line, or has one pixel.
int32_t pixels_in_line(const Tensor& tensor);

// Whether the bytes of a tensor belong to another one, or to a constant: rings, rows and strips belong to
// tensors that own theirs.
bool is_elsewhere(const Program& program, const Storage& storage, TensorId t);

using StageMemory = std::vector<std::shared_ptr<uint64_t[]>>;

// The calls that can compute their output, a line of pixels, in strips: a few pixels at a time, each strip
// like a small image, with the kernel and the packed weights that the call has anyway. `pixels`: per step, of
// the longest line in the program; shorter ones have fewer, in proportion.
StageTable find_strips(const Program& program, const Storage& storage, const CompileOptions& options,
                       const std::vector<KernelRows>& rows, int32_t pixels, StageMemory& memory);

}  // namespace nookc
