/* Compiled models as images: a file that `nook compile --format image` writes, which a firmware stores
 * anywhere, opens and runs in place, without being linked with it.
 *
 * An image is position-independent: code, constants and facts of one model for one kind of core, after a
 * header of fixed form. It has no writable data. docs/images.md describes the format and its use. C99 and
 * C++17; freestanding. */
#ifndef NOOK_IMAGE_IMAGE_H_
#define NOOK_IMAGE_IMAGE_H_

#include <stddef.h>
#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/model_info.h"
#include "nook/nook_model.h"

/* The version of everything that an image and a firmware share: the header and the facts below, and from
 * nook/nook_model.h the types of the functions, nook_model_memory and nook_fault. */
#define NOOK_IMAGE_ABI 2u
/* The alignment of an image's first byte. */
#define NOOK_IMAGE_ALIGN 16u
/* An image ends with its trailer: 16 bytes of text and 32 bytes of digest. */
#define NOOK_IMAGE_TRAILER 48u
#define NOOK_IMAGE_DIGEST  32u
/* Bytes of a public key and of a signature of ed25519 (RFC 8032). */
#define NOOK_IMAGE_KEY       32u
#define NOOK_IMAGE_SIGNATURE 64u

/* The answers of the functions below. The numbers are stable: they appear in field logs. */
typedef enum nook_image_status {
  NOOK_IMAGE_OK = 0,
  NOOK_IMAGE_NULL = 1,       /* an argument is missing */
  NOOK_IMAGE_MISALIGNED = 2, /* the first byte is not at a multiple of NOOK_IMAGE_ALIGN */
  NOOK_IMAGE_TOO_SHORT = 3,  /* fewer bytes than a header, or than the header says */
  NOOK_IMAGE_NO_IMAGE = 4,   /* another file, or erased flash */
  NOOK_IMAGE_OTHER_ABI = 5,  /* made for a firmware with another NOOK_IMAGE_ABI */
  NOOK_IMAGE_OTHER_CORE = 6, /* needs features that this firmware's core does not have */
  NOOK_IMAGE_MALFORMED = 7,  /* an offset, size or count of the header or the facts is out of range */
  NOOK_IMAGE_DAMAGED = 8,    /* the digest does not belong to the bytes */
  /* Only from nook_image_open_trusted(): */
  NOOK_IMAGE_UNSIGNED = 9,       /* a signature is required, and there is none */
  NOOK_IMAGE_OTHER_KEY = 10,     /* signed with a key that the firmware does not trust */
  NOOK_IMAGE_BAD_SIGNATURE = 11, /* the signature does not belong to the image */
  NOOK_IMAGE_ROLLED_BACK = 12,   /* the rollback counter is lower than the firmware's least one */
  /* Only from nook_image_bind(): */
  NOOK_IMAGE_NO_KERNEL = 13, /* the firmware has no kernel of this name, or another one */
  NOOK_IMAGE_NO_ROOM = 14    /* the image needs more kernels than there is room for */
} nook_image_status;

/* Offsets count from the first byte of the image; all numbers are little-endian. */
typedef struct nook_image_header {
  uint8_t magic[8];      /* "NOOKIMG" and 0 */
  uint32_t abi;          /* NOOK_IMAGE_ABI */
  uint32_t header_bytes; /* size of this struct */
  uint32_t bytes;        /* size of the image, with its digest */
  uint32_t features;     /* needs of the code, bits of nook/image/core.h */
  uint32_t facts_bytes;  /* size of tensors, pools, shapes and texts after the header; the last byte is 0 */
  uint32_t code;         /* offset of code and constants, which end where the trailer begins */
  uint32_t run, check, reset;          /* offsets of the functions of nook_model */
  uint32_t begin, push_rows, finish;   /* likewise; 0 in images without --stream-input */
  int32_t rows, row_bytes;             /* as in nook_model */
  int32_t stack_bytes;                 /* stack of a run, worst case; -1: unknown */
  uint32_t name, target, tool_version; /* offsets of texts that end with 0 */
  uint8_t model_sha256[32];            /* digest of the model's file */
  uint32_t inputs, input_count;        /* offsets of nook_image_tensor[] and their numbers */
  uint32_t outputs, output_count;
  uint32_t pools, pool_count; /* likewise, nook_image_pool[] */
  uint32_t rollback_counter;  /* the number that nook compile --rollback-counter gave */
  uint32_t needs, need_count; /* likewise, nook_image_need[] of --kernels firmware */
} nook_image_header;

/* An input or output; the members have the meanings of nook_tensor_info's. */
typedef struct nook_image_tensor {
  uint32_t name; /* offset of a text */
  int32_t type;  /* nook_element_type */
  int32_t rank;
  uint32_t shape; /* offset of int32_t[rank] */
  int32_t bytes, alignment;
  int32_t quantized;
  float scale;
  int32_t zero_point;
  int32_t scratch_pool, scratch_offset;
} nook_image_tensor;

typedef enum nook_image_role {
  NOOK_IMAGE_SCRATCH = 0,    /* in this order in nook_model_memory.scratch */
  NOOK_IMAGE_PERSISTENT = 1, /* those with more than 0 bytes in nook_model_memory.persistent */
  NOOK_IMAGE_CONSTANT = 2    /* in the image */
} nook_image_role;

/* The memory that a model needs for one role in one pool. */
typedef struct nook_image_pool {
  uint32_t name; /* offset of a text */
  int32_t role;  /* nook_image_role */
  int32_t bytes, alignment;
} nook_image_pool;

/* A kernel that the firmware provides. The digest stands for the sources that it is made of, so that an image
 * runs with exactly the kernels that it was tested with. */
typedef struct nook_image_need {
  uint32_t name; /* offset of a text */
  uint32_t digest[2];
} nook_image_need;

/* A kernel of the firmware, a row of the table that `nook image kernels` writes. */
typedef void (*nook_image_code)(void);
typedef struct nook_image_kernel {
  const char* name;
  uint32_t digest[2];
  nook_image_code code;
} nook_image_kernel;

/* The bytes after a signed image. The signed message is the image's trailer: a text that names the format,
 * and the digest of the header, the facts and the code. */
typedef struct nook_image_signature {
  uint8_t magic[16]; /* "nook ed25519" and zeros */
  uint8_t public_key[NOOK_IMAGE_KEY];
  uint8_t signature[NOOK_IMAGE_SIGNATURE];
} nook_image_signature;

/* Returns 0 if the key made this ed25519 signature of the message, anything else if not. It comes from a
 * library for cryptography that the firmware has, as a rule with one line around it (docs/images.md). */
typedef int (*nook_image_verify)(const uint8_t public_key[NOOK_IMAGE_KEY], const uint8_t* message,
                                 size_t message_bytes, const uint8_t signature[NOOK_IMAGE_SIGNATURE]);

/* The images that a firmware trusts. */
typedef struct nook_image_policy {
  nook_image_verify verify;              /* NULL, without keys: a signature is neither required nor checked */
  const uint8_t (*keys)[NOOK_IMAGE_KEY]; /* the public keys that may sign */
  uint32_t key_count;
  uint32_t least_rollback; /* images with a lower counter are refused */
} nook_image_policy;

/* An open image. It refers to the image's bytes, which must not change as long as it is used. */
typedef struct nook_image {
  const nook_image_header* header;
  nook_model model; /* the functions; model.info is NULL */
} nook_image;

NOOK_BEGIN_C

/* Checks everything that can be checked without running code: form, alignment, ABI, every offset, and the
 * SHA-256 of all bytes. `features`: NOOK_IMAGE_FEATURES of the core that is to run it. Reads only [bytes,
 * bytes + size), and a part only after its place is checked. May run at any time, in any thread. */
nook_image_status nook_image_check(const void* bytes, size_t size, uint32_t features);

/* Checks an image for this core, and fills in `image`; it stays as it was if the image is refused. */
nook_image_status nook_image_open(const void* bytes, size_t size, nook_image* image);

/* Opens an image like nook_image_open(), but only if the policy allows it. `size` includes the signature,
 * which follows the image. NOOK_IMAGE_NULL also for a policy with only some of verify, keys and key_count.
 * Calls `verify` once, when everything else but the counter has been checked. */
nook_image_status nook_image_open_trusted(const void* bytes, size_t size, const nook_image_policy* policy,
                                          nook_image* image);

/* The signature after an image that nook_image_check() accepts, unchecked; NULL: it has none. */
const nook_image_signature* nook_image_signed_by(const void* bytes, size_t size);

/* Finds the kernels that an open image needs in the firmware's table, and writes their addresses to `room`,
 * which becomes nook_model_memory.kernels and stays as long as the image is used. For an image with its own
 * kernels it does nothing. If one is missing, *missing (unless NULL) becomes its name. NOOK_IMAGE_NULL,
 * _MALFORMED, _NO_KERNEL, _NO_ROOM. */
nook_image_status nook_image_bind(const nook_image* image, const nook_image_kernel* kernels, uint32_t count,
                                  nook_image_code* room, uint32_t room_count, const char** missing);

NOOK_END_C

/* A text or an array of an open image. */
static inline const void* nook_image_at(const nook_image* image, uint32_t offset) {
  return (const uint8_t*)image->header + offset;
}
static inline const char* nook_image_text(const nook_image* image, uint32_t offset) {
  return (const char*)nook_image_at(image, offset);
}

/* The `i`-th input, output or pool; NULL if there are fewer. */
static inline const nook_image_tensor* nook_image_input(const nook_image* image, uint32_t i) {
  return i < image->header->input_count
             ? (const nook_image_tensor*)nook_image_at(image, image->header->inputs) + i
             : NULL;
}
static inline const nook_image_tensor* nook_image_output(const nook_image* image, uint32_t i) {
  return i < image->header->output_count
             ? (const nook_image_tensor*)nook_image_at(image, image->header->outputs) + i
             : NULL;
}
static inline const nook_image_pool* nook_image_pool_at(const nook_image* image, uint32_t i) {
  return i < image->header->pool_count
             ? (const nook_image_pool*)nook_image_at(image, image->header->pools) + i
             : NULL;
}

#endif
