// What a call gives back: a JSON text and files, one after another in memory, so that JavaScript needs one
// pointer:
//   u32 bytes of all that follows, u32 bytes of the JSON, the JSON, u32 files,
//   and of each file u32 bytes of its path, the path, u32 bytes of its content, the content.
// Numbers are little endian.
#pragma once
#include <cstdint>
#include <string>

#include "nookc/core/files.h"

namespace nookc::web {

// Of malloc().
uint8_t* pack_result(const std::string& json, const Files& files);

}  // namespace nookc::web
