// A long FIR filter as a component of the Xtensa audio framework: what shares the scratch with a network.
// Blocks of kBlock samples of 16 bits go in and out; the convolution is done by FFT, block by block with
// overlap and add. The memory tables are those of nook_component.h.
#pragma once
#include "integrations/xaf/xaf.h"

namespace xaf_filter {

constexpr uint32_t kBlock = 128, kMostTaps = 129,
                   kPoints = 256;  // of a block and its echo: kBlock + taps - 1

// Parameters of xaf::kSetConfigParam.
enum Parameter : int32_t {
  kTaps = 0,          // uint32_t, at most kMostTaps
  kCoefficients = 1,  // const float*: read at xaf::kInitProcess
};

xaf::Error component(void* object, int32_t command, int32_t index, void* value);

}  // namespace xaf_filter
