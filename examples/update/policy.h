/* The images that this firmware trusts. */
#ifndef EXAMPLES_UPDATE_POLICY_H_
#define EXAMPLES_UPDATE_POLICY_H_

#include "nook/image/image.h"

/* unsigned.c: any sound image. signed.c: only those that PUBLIC_KEY signed. */
nook_image_policy policy_with(uint32_t least_rollback);

#endif
