// A policy with a verifier of a library, here OpenSSL's: the keys and signatures of RFC 8032.
#include <openssl/evp.h>

#include "tests/image/sample.h"
#include "tests/test.h"

using namespace test;

namespace {

// The secret and the public key of test 1 in RFC 8032.
const uint8_t kSecret[32] = {0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a,
                             0xf4, 0x92, 0xec, 0x2c, 0xc4, 0x44, 0x49, 0xc5, 0x69, 0x7b, 0x32,
                             0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60};
const uint8_t kPublic[1][NOOK_IMAGE_KEY] = {{0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe,
                                             0xd3, 0xc9, 0x64, 0x07, 0x3a, 0x0e, 0xe1, 0x72, 0xf3, 0xda, 0xa6,
                                             0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a}};

int verify(const uint8_t* key, const uint8_t* message, size_t bytes, const uint8_t* signature) {
  EVP_PKEY* const owner = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, key, NOOK_IMAGE_KEY);
  EVP_MD_CTX* const context = EVP_MD_CTX_new();
  const bool valid = EVP_DigestVerifyInit(context, nullptr, nullptr, nullptr, owner) == 1 &&
                     EVP_DigestVerify(context, signature, NOOK_IMAGE_SIGNATURE, message, bytes) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(owner);
  return valid ? 0 : 1;
}

Bytes signed_by_openssl() {
  Bytes image = sample_image();
  nook_image_signature s = {{"nook ed25519"}, {}, {}};
  std::memcpy(s.public_key, kPublic[0], sizeof s.public_key);
  EVP_PKEY* const owner = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, kSecret, sizeof kSecret);
  EVP_MD_CTX* const context = EVP_MD_CTX_new();
  size_t bytes = sizeof s.signature;
  EXPECT(EVP_DigestSignInit(context, nullptr, nullptr, nullptr, owner) == 1 &&
         EVP_DigestSign(context, s.signature, &bytes, image.data() + image.size() - NOOK_IMAGE_TRAILER,
                        NOOK_IMAGE_TRAILER) == 1);
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(owner);
  append(image, s);
  return image;
}

}  // namespace

TEST(a_verifier_of_a_library_accepts_its_signature_and_no_other) {
  const nook_image_policy policy = {verify, kPublic, 1, 0};
  const Bytes right = signed_by_openssl();
  nook_image open;
  const auto opened = [&](const Bytes& image) {
    const Exact block(image);
    return nook_image_open_trusted(block.data(), block.size(), &policy, &open);
  };
  EXPECT_EQ(opened(right), NOOK_IMAGE_OK);
  for (size_t at = right.size() - NOOK_IMAGE_SIGNATURE; at < right.size(); ++at) {
    Bytes changed = right;
    changed[at] ^= 1;
    EXPECT_EQ(opened(changed), NOOK_IMAGE_BAD_SIGNATURE);
  }
  for (size_t at = 0; at < sample_image().size() - NOOK_IMAGE_DIGEST; at += 7) {
    Bytes changed = right;
    changed[at] ^= 1;
    digest(changed);
    EXPECT(opened(changed) != NOOK_IMAGE_OK);
  }
}
