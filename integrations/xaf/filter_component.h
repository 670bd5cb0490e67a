// A long FIR filter as a component of the Xtensa audio framework: an example of other work that shares the
// scratch with a network. Blocks of kBlock 16-bit samples go in and out; the convolution is done by FFT,
// block by block with overlap-add. The memory tables are the same as in nook_component.h.
#pragma once
#include "integrations/xaf/xaf.h"

namespace xaf_filter {

constexpr uint32_t kBlock = 128, kMostTaps = 129,
                   kPoints = 256;  // size of a block and its tail: kBlock + taps - 1

// Parameters of xaf::kSetConfigParam.
enum Parameter : int32_t {
  kTaps = 0,          // uint32_t, at most kMostTaps
  kCoefficients = 1,  // const float*: read at xaf::kInitProcess
};

xaf::Error component(void* object, int32_t command, int32_t index, void* value);

}  // namespace xaf_filter
