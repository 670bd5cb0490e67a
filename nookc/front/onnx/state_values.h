#pragma once
#include "nookc/front/onnx/mapper.h"

namespace nookc::onnx {

// Makes the inputs with a stated value constants of the model. Diag N2052: there is no such input, its shape
// is open, or the value does not fit its type.
Status state_values(OnnxModel& model, const Borders& borders);

}  // namespace nookc::onnx
