// The result of a call: a JSON text and files, contiguous in memory, so that JavaScript needs one pointer:
//   u32 bytes of everything that follows, u32 bytes of the JSON, the JSON, u32 files,
//   and for each file u32 bytes of its path, the path, u32 bytes of its content, the content.
// Numbers are little endian.
#pragma once
#include <cstdint>
#include <string>

#include "nookc/core/files.h"

namespace nookc::web {

// Allocated with malloc().
uint8_t* pack_result(const std::string& json, const Files& files);

}  // namespace nookc::web
