/* A network as the component for ESPHome sees it: its memory is static, and nothing is allocated to run it.
 * C99 and C++17. */
#ifndef NOOK_ESPHOME_NETWORK_H_
#define NOOK_ESPHOME_NETWORK_H_

#include "nook/model_info.h"
#include "nook/nook.h"

typedef struct nook_esphome_network {
  const nook_model_info* info; /* it has one input */
  void* input;
  const void* const* outputs; /* [info->output_count] */
  nook_status (*run)(void);   /* NOOK_NOT_READY: it needs more runs for its next result */
  nook_status (*reset)(void); /* sets the state to its initial value; NULL: it has none */
} nook_esphome_network;

#endif
