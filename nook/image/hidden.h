/* Included before everything else in the code of an image: all of it is in one binary, so no symbol needs a
 * table of addresses. */
#ifndef NOOK_IMAGE_HIDDEN_H_
#define NOOK_IMAGE_HIDDEN_H_
#pragma GCC visibility push(hidden)
#endif
