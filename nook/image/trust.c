#include <string.h>

#include "nook/image/image.h"

const nook_image_signature* nook_image_signed_by(const void* bytes, size_t size) {
  static const uint8_t magic[16] = {'n', 'o', 'o', 'k', ' ', 'e', 'd', '2', '5', '5', '1', '9'};
  const uint32_t at = ((const nook_image_header*)bytes)->bytes;
  if (size - at < sizeof(nook_image_signature)) return NULL;
  const nook_image_signature* const s = (const nook_image_signature*)((const uint8_t*)bytes + at);
  return memcmp(s->magic, magic, sizeof magic) == 0 ? s : NULL;
}

static nook_image_status check_signature(const nook_image_header* h, size_t size,
                                         const nook_image_policy* policy) {
  const nook_image_signature* const s = nook_image_signed_by(h, size);
  if (!s) return NOOK_IMAGE_UNSIGNED;
  uint32_t key = 0;
  while (key < policy->key_count && memcmp(policy->keys[key], s->public_key, NOOK_IMAGE_KEY) != 0) ++key;
  if (key == policy->key_count) return NOOK_IMAGE_OTHER_KEY;
  const uint8_t* const message = (const uint8_t*)h + h->bytes - NOOK_IMAGE_TRAILER;
  return policy->verify(policy->keys[key], message, NOOK_IMAGE_TRAILER, s->signature) == 0
             ? NOOK_IMAGE_OK
             : NOOK_IMAGE_BAD_SIGNATURE;
}

nook_image_status nook_image_open_trusted(const void* bytes, size_t size, const nook_image_policy* policy,
                                          nook_image* image) {
  if (!image || !policy) return NOOK_IMAGE_NULL;
  const int checks = policy->verify && policy->keys && policy->key_count > 0;
  if (!checks && (policy->verify || policy->keys || policy->key_count > 0)) return NOOK_IMAGE_NULL;
  nook_image opened;
  nook_image_status status = nook_image_open(bytes, size, &opened);
  if (status == NOOK_IMAGE_OK && checks) status = check_signature(opened.header, size, policy);
  if (status == NOOK_IMAGE_OK && opened.header->rollback_counter < policy->least_rollback)
    status = NOOK_IMAGE_ROLLED_BACK;
  if (status == NOOK_IMAGE_OK) *image = opened;
  return status;
}
