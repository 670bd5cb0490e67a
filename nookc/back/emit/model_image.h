// Images: models as one position-independent binary (nook/image/image.h).
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "nookc/back/interface/interface.h"

namespace nookc {

// A kernel that the firmware provides, and the digest of its sources.
struct KernelNeed {
  std::string name;
  std::array<uint32_t, 2> digest;
};

// The code of a model, as the target's compiler and linker made it, and the number of --rollback-counter.
struct ImageCode {
  std::string bytes;      // code and constants, the same at every address
  uint32_t features = 0;  // its needs, bits of nook/image/core.h
  uint32_t rollback_counter = 0;
  std::vector<KernelNeed> needs;  // kernels that are not in `bytes`
  // The offsets in `bytes` of run, check, reset, begin, push_rows and finish; no_function: it has none.
  static constexpr uint32_t kNoFunction = UINT32_MAX;
  std::array<uint32_t, 6> functions = {};
};

// The names of these functions as C symbols.
inline constexpr std::array<const char*, 6> kImageFunctions = {
    "nook_image_run",   "nook_image_check_memory", "nook_image_reset",
    "nook_image_begin", "nook_image_push_rows",    "nook_image_finish"};

// The second one, which checks memory, calls none.
constexpr bool calls_kernels(size_t function) { return function != 1; }

// The bytes of the image: header, facts, code, digest.
std::string model_image(const Program& program, const EmitOptions& options, const ImageCode& code);

// The stack of a run of an image: the stack of the model, the arguments that the image copies, and the
// functions of its table. Nothing: a kernel was not measured.
std::optional<int32_t> image_stack_bytes(const Program& program, const Interface& face);

}  // namespace nookc
