#pragma once
#include <stdint.h>

#include "nook/core/status.h"

namespace nook {

// The rows of faults.inc.
enum class Fault : uint8_t {
#define NOOK_FAULT(name, code, text) name,
#include "nook/model/faults.inc"
#undef NOOK_FAULT
};

// The rows of parts.inc.
enum class Part : uint8_t {
#define NOOK_PART(name, table, text) name,
#include "nook/model/parts.inc"
#undef NOOK_PART
};

constexpr Code code_of(Fault fault) {
  switch (fault) {
#define NOOK_FAULT(name, code, text) \
  case Fault::name:                  \
    return Code::code;
#include "nook/model/faults.inc"
#undef NOOK_FAULT
  }
  return Code::kBadModel;
}

// Describes a fault of a model and its position. No strings: the host has them, in the three .inc files.
struct ModelFault {
  Fault fault = Fault::kNone;
  Part part = Part::kModel;
  uint8_t slot = 255;     // the field of the part (field_names.inc); 255: the part itself
  int32_t subgraph = -1;  // for tensors and operators; -1: none, or unknown where the fault was found
  int32_t index = -1;     // index of the tensor, operator or buffer; -1 likewise
  int32_t need = 0, have = 0;
  uint32_t offset = 0;  // offset of the part in the file
};

}  // namespace nook
