// Builds the code of an image with the target's compiler.
#pragma once
#include "nookc/back/emit/model_image.h"
#include "nookc/core/diag.h"
#include "nookc/core/progress.h"

namespace nookc {

// Diag N2110: the target, the model or an option that images do not have.
Status check_image(const Program& program, const EmitOptions& options);

enum class ImageKernels { kImage, kFirmware };

struct ImageOptions {
  uint32_t rollback_counter = 0;
  ImageKernels kernels = ImageKernels::kImage;  // where they are
};

// The bytes of the image of a model. Diags as check_image() and emit_c(); N4005: the target's compiler is not
// installed; N4006: it failed; N3045: a function or constant that would be linked has an address of its own
// or changes.
Result<std::string> build_image(const Program& program, const EmitOptions& options,
                                const ImageOptions& wanted, const Progress& progress);

}  // namespace nookc
