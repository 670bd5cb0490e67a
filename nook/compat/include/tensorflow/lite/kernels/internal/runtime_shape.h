// TensorFlow Lite Micro's header of this name, on nook: docs/from-tflm.md.
#pragma once
#include "nook/compat/tflm_kernel.h"
