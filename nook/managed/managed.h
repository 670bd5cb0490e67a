// Includes all of managed tensors: the core, the two arenas, the tensors and the error handler. Operators
// come in groups: nook/managed/ops/{reference,symmetric_quantization,optimized,legacy}.h. See
// docs/managed-tensors.md.
#pragma once
#include "nook/managed/bump_arena.h"
#include "nook/managed/circular_arena.h"
#include "nook/managed/operator.h"
#include "nook/managed/simple_error_handler.h"
#include "nook/managed/tensors/buffer_tensor.h"
#include "nook/managed/tensors/callback_tensor.h"
#include "nook/managed/tensors/ram_tensor.h"
#include "nook/managed/tensors/rom_tensor.h"
