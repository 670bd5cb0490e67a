// The contents of an interpreter's persistent memory: one Node per operator, one place per tensor, the
// prepared arguments, the scale tables without room in the scratch, the state.
#pragma once
#include "nook/interpreter.h"
#include "nook/model/model.h"
#include "nook/ops/table.h"

namespace nook::interp {

struct Node {
  Invoke invoke;
  void* params;
  const int32_t* in;  // tensors, in the file
  const int32_t* out;
  void (*fill)(void* params, const ScaleSource& scales,
               void* table);  // null: nothing to compute before a run
  uint32_t scratch;           // the kernel's own scratch: bytes from the start of the scratch
  uint32_t table;  // a place: where `fill` writes its tables; without `fill`, the operator's own state
  uint16_t in_count, out_count;
};

// The number of operands that invoke() keeps on its stack; with more, the pointers are in the scratch, just
// below the kernel's own.
constexpr uint32_t kFewOperands = 4;
constexpr uint32_t kMostOperands = UINT16_MAX;

constexpr uint32_t align_up(uint32_t value, uint32_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

// Sizes that depend on the width of a pointer. A host that counts for a target passes the target's widths.
struct Widths {
  uint32_t pointer = sizeof(void*), node = sizeof(Node), tensor_info = sizeof(TensorInfo);
  uint32_t requirement = sizeof(nook_tensor_requirement);
  // Bytes of the Params of a form, and of its PackedRun with kPackedForm; null: the sizes of this machine.
  uint32_t (*params)(OpCode code, int32_t form) = nullptr;
  uint32_t isa =
      kBuildIsa;  // instruction sets of its kernels; kernels for other machines can be counted, not run
};

inline constexpr Widths kHere{};

// Machines with 32-bit pointers.
constexpr Widths kWidths32 = {4, 32, 56, 12, nullptr, kBuildIsa};
static_assert(sizeof(void*) != 4 ||
                  (sizeof(Node) == kWidths32.node && sizeof(TensorInfo) == kWidths32.tensor_info &&
                   sizeof(nook_tensor_requirement) == kWidths32.requirement),
              "a host counts for these machines");

constexpr uint32_t pointer_bytes(uint32_t operands, uint32_t pointer = sizeof(void*)) {
  return operands > kFewOperands ? align_up(operands * pointer, kBufferAlignment) : 0;
}

// The place of a tensor in one word: three bits of kind; the other bits are its position.
enum class Place : uint32_t {
  kNowhere,
  kConstant,    // units of 4 bytes from the start of the file
  kScratch,     // bytes from the start of the scratch (during construction: number of the buffer)
  kInput,       // number of an input in the application's buffer
  kOutput,      // number of an output in the application's buffer
  kPersistent,  // bytes from the start of the persistent memory
  kState,       // state of an operator: bytes from the start of the state
};
constexpr uint32_t kPlaceBits = 29, kPlaceLimit = 1u << kPlaceBits;

// The limit of tensors, operators, inputs and outputs together, so that no sum of table sizes overflows a
// word.
constexpr uint32_t kMostParts = kPlaceLimit / 128;
static_assert(sizeof(Node) <= 64, "and half of all places is left");

constexpr uint32_t placed(Place kind, uint32_t where) {
  return static_cast<uint32_t>(kind) << kPlaceBits | where;
}
constexpr Place kind_of(uint32_t place) { return static_cast<Place>(place >> kPlaceBits); }
constexpr uint32_t where_of(uint32_t place) { return place & (kPlaceLimit - 1); }

}  // namespace nook::interp
