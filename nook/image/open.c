#include <string.h>

#include "nook/image/core.h"
#include "nook/image/image.h"

/* The constants of the rounds of SHA-256. */
static const uint32_t kRounds[64] = {
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u,
    0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
    0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau,
    0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
    0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u,
    0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
    0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
    0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u};

static uint32_t rotated(uint32_t x, int by) { return x >> by | x << (32 - by); }

/* Adds one block of 64 bytes to the sum. `s` holds the words a to h. */
static void add_block(uint32_t sum[8], uint32_t w[16]) {
  uint32_t s[8];
  for (int i = 0; i < 8; ++i) s[i] = sum[i];
  for (int i = 0; i < 64; ++i) {
    if (i >= 16) {
      const uint32_t a = w[(i + 1) & 15], b = w[(i + 14) & 15];
      w[i & 15] += (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + w[(i + 9) & 15] +
                   (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
    }
    const uint32_t one = s[7] + (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)) +
                         (s[6] ^ (s[4] & (s[5] ^ s[6]))) + kRounds[i] + w[i & 15];
    const uint32_t two =
        (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)) + ((s[0] & s[1]) | (s[2] & (s[0] | s[1])));
    for (int k = 7; k > 0; --k) s[k] = s[k - 1];
    s[4] += one;
    s[0] = one + two;
  }
  for (int i = 0; i < 8; ++i) sum[i] += s[i];
}

/* Whether the 32 bytes after `bytes` are their SHA-256. */
static int digest_fits(const uint8_t* from, uint32_t bytes) {
  uint32_t sum[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                     0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
  uint32_t block[16];
  /* The bytes, a one, zeros, and the number of bits in the last eight bytes of a block. */
  for (uint32_t at = 0; at < bytes + 9; at += 64) {
    for (uint32_t i = 0; i < 64; ++i) {
      const uint32_t here = at + i;
      const uint32_t byte = here < bytes ? from[here] : here == bytes ? 0x80u : 0;
      block[i / 4] = block[i / 4] << 8 | byte;
    }
    if (at + 64 >= bytes + 9) block[14] = bytes >> 29, block[15] = bytes << 3;
    add_block(sum, block);
  }
  uint32_t differ = 0;
  for (uint32_t i = 0; i < 32; ++i) differ |= (sum[i / 4] >> (24 - 8 * (i % 4)) ^ from[bytes + i]) & 0xffu;
  return differ == 0;
}

/* The part of an image that holds its facts. */
typedef struct nook_image_facts {
  const uint8_t* image;
  uint32_t from, end;
} nook_image_facts;

/* Whether `count` elements of `bytes` each are in the facts, at a multiple of 4. */
static int holds(const nook_image_facts* f, uint32_t offset, uint32_t count, uint32_t bytes) {
  return offset >= f->from && offset <= f->end && offset % 4 == 0 && count <= (f->end - offset) / bytes;
}

/* The last byte of the facts is 0, so each text ends in them. */
static int holds_text(const nook_image_facts* f, uint32_t offset) {
  return offset >= f->from && offset < f->end;
}

static int fits_memory(int32_t bytes, int32_t alignment) {
  return bytes >= 0 && alignment > 0 && (alignment & (alignment - 1)) == 0;
}

static int sound_tensors(const nook_image_facts* f, uint32_t offset, uint32_t count, uint32_t pools) {
  if (!holds(f, offset, count, sizeof(nook_image_tensor))) return 0;
  const nook_image_tensor* t = (const nook_image_tensor*)(const void*)(f->image + offset);
  for (; count > 0; --count, ++t)
    if (!holds_text(f, t->name) || !holds(f, t->shape, (uint32_t)t->rank, 4) ||
        !fits_memory(t->bytes, t->alignment) || (uint32_t)t->scratch_pool + 1 > pools)
      return 0;
  return 1;
}

static int sound_pools(const nook_image_facts* f, uint32_t offset, uint32_t count) {
  if (!holds(f, offset, count, sizeof(nook_image_pool))) return 0;
  const nook_image_pool* p = (const nook_image_pool*)(const void*)(f->image + offset);
  for (; count > 0; --count, ++p)
    if (!holds_text(f, p->name) || (uint32_t)p->role > NOOK_IMAGE_CONSTANT ||
        !fits_memory(p->bytes, p->alignment))
      return 0;
  return 1;
}

/* Whether the functions begin in the code; the three functions of streams may be missing together. */
static int sound_functions(const nook_image_header* h, uint32_t end) {
  const uint32_t* const functions = &h->run;
  const uint32_t count = h->begin | h->push_rows | h->finish ? 6 : 3;
  for (uint32_t i = 0; i < count; ++i)
    if (functions[i] < h->code || functions[i] >= end || functions[i] % 2 != 0) return 0;
  return 1;
}

static int sound(const nook_image_header* h) {
  const uint32_t end = h->bytes - NOOK_IMAGE_TRAILER;
  if (h->facts_bytes == 0 || h->code > end || h->code % NOOK_IMAGE_ALIGN != 0 ||
      h->facts_bytes > h->code - sizeof *h || h->code < sizeof *h)
    return 0;
  const nook_image_facts f = {(const uint8_t*)h, sizeof *h, (uint32_t)sizeof *h + h->facts_bytes};
  return f.image[f.end - 1] == 0 && sound_functions(h, end) && holds_text(&f, h->name) &&
         holds_text(&f, h->target) && holds_text(&f, h->tool_version) &&
         sound_tensors(&f, h->inputs, h->input_count, h->pool_count) &&
         sound_tensors(&f, h->outputs, h->output_count, h->pool_count) &&
         sound_pools(&f, h->pools, h->pool_count);
}

nook_image_status nook_image_check(const void* bytes, size_t size, uint32_t features) {
  static const uint8_t magic[8] = {'N', 'O', 'O', 'K', 'I', 'M', 'G', 0};
  if (!bytes) return NOOK_IMAGE_NULL;
  if ((uintptr_t)bytes % NOOK_IMAGE_ALIGN != 0) return NOOK_IMAGE_MISALIGNED;
  if (size < sizeof(nook_image_header)) return NOOK_IMAGE_TOO_SHORT;
  const nook_image_header* const h = (const nook_image_header*)bytes;
  for (int i = 0; i < 8; ++i)
    if (h->magic[i] != magic[i]) return NOOK_IMAGE_NO_IMAGE;
  if (h->abi != NOOK_IMAGE_ABI) return NOOK_IMAGE_OTHER_ABI;
  if (h->header_bytes != sizeof *h || h->bytes < sizeof *h + NOOK_IMAGE_TRAILER) return NOOK_IMAGE_MALFORMED;
  if (h->bytes > size) return NOOK_IMAGE_TOO_SHORT;
  if ((h->features & ~features) != 0) return NOOK_IMAGE_OTHER_CORE;
  if (!sound(h)) return NOOK_IMAGE_MALFORMED;
  return digest_fits((const uint8_t*)bytes, h->bytes - NOOK_IMAGE_DIGEST) ? NOOK_IMAGE_OK
                                                                          : NOOK_IMAGE_DAMAGED;
}

/* The functions of the header have the order of the table's. */
NOOK_STATIC_ASSERT(offsetof(nook_model, finish) - offsetof(nook_model, run) == 5 * sizeof(uintptr_t),
                   six_functions);

nook_image_status nook_image_open(const void* bytes, size_t size, nook_image* image) {
  if (!image) return NOOK_IMAGE_NULL;
  const nook_image_status status = nook_image_check(bytes, size, NOOK_IMAGE_FEATURES);
  if (status != NOOK_IMAGE_OK) return status;
  const nook_image_header* const h = (const nook_image_header*)bytes;
  image->header = h;
  image->model.info = NULL;
  for (size_t i = 0; i < 6; ++i) {
    const uint32_t offset = (&h->run)[i];
    const uintptr_t function = offset == 0 ? 0 : ((uintptr_t)h + offset) | NOOK_IMAGE_CODE_BIT;
    memcpy((char*)&image->model + offsetof(nook_model, run) + i * sizeof function, &function,
           sizeof function);
  }
  image->model.rows = h->rows;
  image->model.row_bytes = h->row_bytes;
  return NOOK_IMAGE_OK;
}
