#include "nookc/back/run/image_sign.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "nookc/back/run/board.h"
#include "nookc/back/run/cache.h"
#include "nookc/back/run/process.h"
#include "nookc/core/files.h"
#include "nookc/core/read_file.h"
#include "nookc/core/sha256.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr int kOpensslTimeout = 60;
constexpr const char* kMakeKey = "openssl genpkey -algorithm ed25519 -out key.pem makes one";

// The bytes before a public key in its DER form: they say that it is one of ed25519 (RFC 8410).
constexpr uint8_t kDerHead[] = {0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};

std::string bytes_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Diag no_key(const fs::path& key_file, const std::string& what) {
  return Diag{Exit::kInputOutput, "N4051", key_file.string(), what, kMakeKey};
}

Result<Finished> run_openssl(const std::string& program, const fs::path& folder,
                             std::vector<std::string> words) {
  words.insert(words.begin(), program);
  return run_command({words, folder, kOpensslTimeout, folder});
}

// A PEM file for OpenSSL.
struct KeyFile {
  fs::path path;
  bool is_private;
};

Result<KeyFile> key_file_at(const fs::path& path) {
  const Result<std::vector<std::byte>> bytes = read_file(path);
  if (!bytes) return bytes.diag();
  return KeyFile{fs::absolute(path), bytes_text(*bytes).find("PRIVATE KEY") != std::string::npos};
}

// OpenSSL, a folder for files that it reads and writes, and a key.
struct ImageSigner {
  std::string openssl;
  WorkFolder work;
  KeyFile file;
  std::array<uint8_t, NOOK_IMAGE_KEY> key;
};

Result<ImageSigner> signer_of(const fs::path& path) {
  const Result<KeyFile> file = key_file_at(path);
  if (!file) return file.diag();
  const Result<std::string> openssl = find_tool("openssl");
  if (!openssl) return openssl.diag();
  Result<WorkFolder> work = WorkFolder::temporary();
  if (!work) return work.diag();
  const fs::path folder = work->path();
  std::vector<std::string> words = {"pkey", "-in",  file->path.string(), "-pubout", "-outform",
                                    "DER",  "-out", "public.der"};
  if (!file->is_private) words.emplace_back("-pubin");
  const Result<Finished> ended = run_openssl(*openssl, folder, std::move(words));
  if (!ended) return ended.diag();
  if (ended->exit_code != 0)
    return no_key(path, "openssl finds no key in PEM form without a passphrase in the file");
  const Result<std::vector<std::byte>> der = read_file(folder / "public.der");
  if (!der) return der.diag();
  std::array<uint8_t, NOOK_IMAGE_KEY> key;
  if (der->size() != sizeof kDerHead + key.size() || std::memcmp(der->data(), kDerHead, sizeof kDerHead) != 0)
    return no_key(path, "need a key of ed25519, have one of another kind");
  std::memcpy(key.data(), der->data() + sizeof kDerHead, key.size());
  return ImageSigner{*openssl, *std::move(work), *file, key};
}

// The message that is signed.
std::string trailer_of(std::span<const std::byte> image) {
  uint32_t bytes;
  std::memcpy(&bytes, image.data() + offsetof(nook_image_header, bytes), sizeof bytes);
  return bytes_text(image.subspan(bytes - NOOK_IMAGE_TRAILER, NOOK_IMAGE_TRAILER));
}

}  // namespace

Result<std::string> signed_image(std::span<const std::byte> image, const fs::path& key_file) {
  const Result<ImageSigner> signer = signer_of(key_file);
  if (!signer) return signer.diag();
  if (!signer->file.is_private) return no_key(key_file, "need a private key to sign with, have a public one");
  const fs::path folder = signer->work.path();
  const std::string trailer = trailer_of(image);
  if (const Status written = write_files(folder, {{"message", trailer}}); !written) return written.diag();
  const Result<Finished> ended = run_openssl(signer->openssl, folder,
                                             {"pkeyutl", "-sign", "-inkey", signer->file.path.string(),
                                              "-rawin", "-in", "message", "-out", "signature"});
  if (!ended) return ended.diag();
  if (ended->exit_code != 0)
    return Diag{Exit::kInputOutput, "N4051", key_file.string(), "openssl did not sign: " + ended->text,
                "OpenSSL 3.0 or newer is needed"};
  const Result<std::vector<std::byte>> signature = read_file(folder / "signature");
  if (!signature) return signature.diag();
  nook_image_signature block = {{"nook ed25519"}, {}, {}};
  if (signature->size() != sizeof block.signature)
    return no_key(key_file, "openssl wrote a signature of another size");
  std::ranges::copy(signer->key, block.public_key);
  std::memcpy(block.signature, signature->data(), sizeof block.signature);
  uint32_t bytes;
  std::memcpy(&bytes, image.data() + offsetof(nook_image_header, bytes), sizeof bytes);
  return bytes_text(image.first(bytes)) + bytes_text(std::as_bytes(std::span(&block, 1)));
}

Status check_image_signature(std::span<const std::byte> image, const fs::path& key_file,
                             const std::string& image_file) {
  const auto refuse = [&](const std::string& what) {
    return Diag{Exit::kInputOutput, "N4052", image_file, what, "nook image sign signs an image"};
  };
  const nook_image_signature* const block = nook_image_signed_by(image.data(), image.size());
  const Result<ImageSigner> signer = signer_of(key_file);
  if (!signer) return signer.diag();
  if (!block) return refuse("has no signature");
  if (!std::ranges::equal(block->public_key, signer->key)) {
    uint8_t own[NOOK_IMAGE_KEY];
    std::ranges::copy(signer->key, own);
    return refuse("need the key " + key_id(own) + ", have a signature of " + key_id(block->public_key));
  }
  const fs::path folder = signer->work.path();
  const std::string signature(reinterpret_cast<const char*>(block->signature), sizeof block->signature);
  const Status written = write_files(folder, {{"message", trailer_of(image)}, {"signature", signature}});
  if (!written) return written.diag();
  std::vector<std::string> words = {"pkeyutl",    "-verify", "-keyform", "DER",     "-pubin",   "-inkey",
                                    "public.der", "-rawin",  "-in",      "message", "-sigfile", "signature"};
  const Result<Finished> ended = run_openssl(signer->openssl, folder, std::move(words));
  if (!ended) return ended.diag();
  if (ended->exit_code != 0) return refuse("the signature does not belong to the image");
  return Done{};
}

std::string key_id(const uint8_t (&key)[NOOK_IMAGE_KEY]) {
  return sha256(std::as_bytes(std::span(key))).substr(0, 16);
}

}  // namespace nookc
