/* Images need a signature, which Monocypher checks. PUBLIC_KEY: the 32 bytes of the key, separated by commas.
 */
#include "monocypher-ed25519.h"
#include "policy.h"

static int verify(const uint8_t key[32], const uint8_t* message, size_t bytes, const uint8_t signature[64]) {
  return crypto_ed25519_check(signature, key, message, bytes);
}

nook_image_policy policy_with(uint32_t least_rollback) {
  static const uint8_t keys[][NOOK_IMAGE_KEY] = {{PUBLIC_KEY}};
  const nook_image_policy ours = {verify, keys, sizeof keys / sizeof keys[0], least_rollback};
  return ours;
}
