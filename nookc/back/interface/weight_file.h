// The file of weights in storage (docs/weights-in-storage.md).
#pragma once
#include <cstdint>
#include <string>

#include "nookc/back/interface/interface.h"

namespace nookc {

inline constexpr uint32_t kWeightFileVersion = 1;
inline constexpr int32_t kWeightFileHeader = 64;  // bytes before the chunks; no staging is smaller

// "kws_weights.bin"
std::string weight_file_name(const Interface& face);

// The header and the chunks. The header is, in little endian: "NOOKWGHT", version, bytes of the header, bytes
// of the chunks, number of chunks, CRC-32 of the chunks, 0, and SHA-256 of the chunks.
std::string weight_file(const StoredWeights& stored);

// Where a chunk begins in the file.
int64_t offset_in_file(const StoredWeights& stored, size_t chunk);

}  // namespace nookc
