#include <string.h>

#include "nook/image/image.h"

/* The kernel with this name and digest; NULL: there is none. */
static nook_image_code find(const nook_image_kernel* kernels, uint32_t count, const nook_image_need* need,
                            const char* name) {
  for (uint32_t i = 0; i < count; ++i)
    if (kernels[i].digest[0] == need->digest[0] && kernels[i].digest[1] == need->digest[1] &&
        strcmp(kernels[i].name, name) == 0)
      return kernels[i].code;
  return NULL;
}

nook_image_status nook_image_bind(const nook_image* image, const nook_image_kernel* kernels, uint32_t count,
                                  nook_image_code* room, uint32_t room_count, const char** missing) {
  if (!image || !image->header) return NOOK_IMAGE_NULL;
  const nook_image_header* const h = image->header;
  if (h->need_count == 0) return NOOK_IMAGE_OK;
  if (!kernels || !room) return NOOK_IMAGE_NULL;
  /* nook_image_check() has checked the place of the facts, and that a 0 ends them. */
  const uint32_t from = sizeof *h, end = from + h->facts_bytes;
  if (h->needs < from || h->needs > end || h->needs % 4 != 0 ||
      h->need_count > (end - h->needs) / sizeof(nook_image_need))
    return NOOK_IMAGE_MALFORMED;
  if (h->need_count > room_count) return NOOK_IMAGE_NO_ROOM;
  const nook_image_need* const needs = (const nook_image_need*)nook_image_at(image, h->needs);
  for (uint32_t i = 0; i < h->need_count; ++i) {
    if (needs[i].name < from || needs[i].name >= end) return NOOK_IMAGE_MALFORMED;
    const char* const name = nook_image_text(image, needs[i].name);
    room[i] = find(kernels, count, &needs[i], name);
    if (room[i]) continue;
    if (missing) *missing = name;
    return NOOK_IMAGE_NO_KERNEL;
  }
  return NOOK_IMAGE_OK;
}
