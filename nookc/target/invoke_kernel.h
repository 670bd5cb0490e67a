#pragma once
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/fully_connected/fully_connected.h"
#include "nookc/target/kernels_here.h"

// For the sources of kernels_here.h: the kernels of some instruction sets as functions.
namespace nookc::detail {

template <auto kernel, class Params, class Data, class Weights, class Bias>
nook::Invoke calling(void (*)(const Params*, const Data*, const Weights*, const Bias*, Data*, void*)) {
  return [](const void* params, const nook::Io& io) {
    kernel(static_cast<const Params*>(params), static_cast<const Data*>(io.in[0]),
           static_cast<const Weights*>(io.in[1]), static_cast<const Bias*>(io.in[2]),
           static_cast<Data*>(io.out[0]), io.scratch);
  };
}

// Kernels of other instruction sets need not exist.
template <uint32_t isas, uint32_t isa, auto kernel>
nook::Invoke calling() {
  if constexpr ((isa & isas) != 0) {
    return calling<kernel>(kernel);
  } else {
    return nullptr;
  }
}

// The function that calls the kernel of a layer with weights, if it is for one of `isas`; otherwise null.
template <uint32_t isas>
nook::Invoke invoke_kernel(std::string_view symbol) {
  struct Kernel {
    std::string_view symbol;
    nook::Invoke invoke;
  };
  static const Kernel kKernels[] = {
#define NOOK_KERNEL(symbol, isa, ...) {#symbol, calling<isas, nook::isa, symbol>()},
#include "nook/kernels/window/f32.inc"
#include "nook/kernels/window/s8.inc"
#include "nook/ops/depthwise_conv2d/f32.inc"
#include "nook/ops/depthwise_conv2d/s8.inc"
#include "nook/ops/fully_connected/f32.inc"
#include "nook/ops/fully_connected/s8.inc"
#undef NOOK_KERNEL
  };
  for (const Kernel& kernel : kKernels)
    if (kernel.symbol == symbol) return kernel.invoke;
  return nullptr;
}

}  // namespace nookc::detail
