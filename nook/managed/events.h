// All events and errors of the library. A file that declares its own includes this one, so that a duplicate
// id does not compile. Their ids differ even with 8 bits.
#pragma once
#include "nook/managed/event.h"

namespace nook::managed {

// ---- memory ----
DECLARE_EVENT(localCircularArenaAllocatorConstructed);
DECLARE_EVENT(localCircularArenaAllocatorRebalancing);  // before anything moves
DECLARE_EVENT(MetaHeaderNotFound);                      // no block starts at this address of the arena
DECLARE_ERROR(OutOfMemError);                           // no room, even after compaction
DECLARE_ERROR(OutOfMemBoundsError);                     // an address outside the arena
DECLARE_ERROR(InvalidBoundRegionState);    // bind: not a block, a bound block, or a handle that may be freed
DECLARE_ERROR(HandleInUseError);           // bind: the handle is bound already
DECLARE_ERROR(MetaHeaderNotBound);         // unbind: block and handle are not bound to each other
DECLARE_ERROR(MemoryAllocatorUnsetError);  // the context lacks such an allocator

// Names used by the examples in docs/managed-tensors.md.
using localCircularArenaAllocatorConstructedEvent = localCircularArenaAllocatorConstructed;
using localCircularArenaAllocatorRebalancingEvent = localCircularArenaAllocatorRebalancing;
using MetaHeaderNotFoundEvent = MetaHeaderNotFound;

// ---- tensors ----
DECLARE_ERROR(InvalidTensorError);             // a tensor that does not exist, or without memory
DECLARE_ERROR(OutOfTensorBoundsError);         // an element or block outside the tensor
DECLARE_ERROR(ReadOnlyTensorError);            // a write into a constant
DECLARE_ERROR(InvalidResizeError);             // a tensor of fixed size, or a shape that does not fit
DECLARE_ERROR(InvalidTensorDimensionsError);   // a shape that overflows, or a buffer that is too small
DECLARE_ERROR(InvalidOptimizableTensorError);  // FastOperator with a tensor that has no blocks

// ---- operators ----
DECLARE_ERROR(InvalidTensorNameError);      // an unknown name, or one that is given twice
DECLARE_ERROR(MissingTensorError);          // a name without a tensor
DECLARE_ERROR(InvalidTensorShapeError);     // shapes that disagree
DECLARE_ERROR(InvalidTensorDataTypeError);  // element types that the operator does not support
DECLARE_ERROR(InvalidQuantizationError);    // none, or an unsupported one
DECLARE_ERROR(InvalidAttributeError);       // strides, dilations, axes

}  // namespace nook::managed
