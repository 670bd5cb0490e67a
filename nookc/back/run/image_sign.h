// Signatures of images. The arithmetic is OpenSSL's, whose command is called.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "nook/image/image.h"
#include "nookc/core/diag.h"

namespace nookc {

// The image with a signature after it; a signature that it had is gone. `image`: bytes that
// nook_image_check() accepts. `key_file` is in PEM form. Diags N4005: openssl is not installed; N4051: it
// finds no private key of ed25519 in the file.
Result<std::string> signed_image(std::span<const std::byte> image, const std::filesystem::path& key_file);

// Checks the image's signature with a public key; a file with a private key has the public one too. Diags
// N4005, N4051; N4052: the image has none, one of another key, or one that does not belong to it.
Status check_image_signature(std::span<const std::byte> image, const std::filesystem::path& key_file,
                             const std::string& image_file);

// Eight bytes of the SHA-256 of a public key, in hex: a short name for people.
std::string key_id(const uint8_t (&key)[NOOK_IMAGE_KEY]);

}  // namespace nookc
