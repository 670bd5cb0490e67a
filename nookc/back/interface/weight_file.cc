#include "nookc/back/interface/weight_file.h"

#include <cstdlib>

#include "nookc/back/interface/image.h"
#include "nookc/core/invariant.h"
#include "nookc/core/sha256.h"

namespace nookc {
namespace {

std::string word(uint32_t value) {
  std::string text;
  for (int shift = 0; shift < 32; shift += 8) text += static_cast<char>(value >> shift & 0xFF);
  return text;
}

// The 32 bytes of a digest in hex.
std::string digest_of(const std::string& bytes) {
  const std::string hex = sha256(std::as_bytes(std::span(bytes)));
  std::string digest;
  for (size_t i = 0; i < hex.size(); i += 2)
    digest += static_cast<char>(std::strtoul(hex.substr(i, 2).c_str(), nullptr, 16));
  return digest;
}

}  // namespace

std::string weight_file_name(const Interface& face) { return face.name + "_weights.bin"; }

std::string weight_file(const StoredWeights& stored) {
  std::string all;
  for (const WeightChunk& chunk : stored.chunks)
    all.append(reinterpret_cast<const char*>(chunk.bytes.data()), chunk.bytes.size());
  const std::string head = "NOOKWGHT" + word(kWeightFileVersion) + word(kWeightFileHeader) +
                           word(static_cast<uint32_t>(all.size())) +
                           word(static_cast<uint32_t>(stored.chunks.size())) + word(crc32_of(all)) + word(0) +
                           digest_of(all);
  invariant(head.size() == kWeightFileHeader, "the header of a file of weights has one size");
  return head + all;
}

int64_t offset_in_file(const StoredWeights& stored, size_t chunk) {
  int64_t offset = kWeightFileHeader;
  for (size_t i = 0; i < chunk; ++i) offset += stored.chunks[i].size();
  return offset;
}

}  // namespace nookc
