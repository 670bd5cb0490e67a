#include "nook/interp/buffers.h"

extern "C" nook_status nook_check_model(const void* model, size_t model_bytes,
                                        nook_interpreter_fault* fault) {
  nook::ModelFault why;
  const auto opened = nook::Model::open({static_cast<const uint8_t*>(model), model_bytes}, &why);
  if (opened) return NOOK_OK;
  return static_cast<nook_status>(
      nook::interp::refuse_tensor(fault, why.index, {why.fault, why.need, why.have}));
}

extern "C" nook_status nook_trust_model(const void*, size_t, nook_interpreter_fault*) { return NOOK_OK; }
