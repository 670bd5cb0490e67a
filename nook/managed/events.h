// Every event and error of the library, in one place: any file that declares its own sees these, so that ids
// that are taken do not compile. No two collide at 8 bits.
#pragma once
#include "nook/managed/event.h"

namespace nook::managed {

// ---- memory ----
DECLARE_EVENT(localCircularArenaAllocatorConstructed);
DECLARE_EVENT(localCircularArenaAllocatorRebalancing);  // before anything moves
DECLARE_EVENT(MetaHeaderNotFound);                      // an address inside an arena where no block starts
DECLARE_ERROR(OutOfMemError);                           // no room, nor would compaction make it
DECLARE_ERROR(OutOfMemBoundsError);                     // an address outside of the arena
DECLARE_ERROR(InvalidBoundRegionState);    // bind: no block, a bound one, or a handle that may vanish
DECLARE_ERROR(HandleInUseError);           // bind: of a handle that is bound already
DECLARE_ERROR(MetaHeaderNotBound);         // unbind: of a block and a handle that are not bound to each other
DECLARE_ERROR(MemoryAllocatorUnsetError);  // the context has no such allocator

// The names that the example of the design has.
using localCircularArenaAllocatorConstructedEvent = localCircularArenaAllocatorConstructed;
using localCircularArenaAllocatorRebalancingEvent = localCircularArenaAllocatorRebalancing;
using MetaHeaderNotFoundEvent = MetaHeaderNotFound;

// ---- tensors ----
DECLARE_ERROR(InvalidTensorError);             // a tensor that is not there, or without memory
DECLARE_ERROR(OutOfTensorBoundsError);         // an element or block outside of a tensor
DECLARE_ERROR(ReadOnlyTensorError);            // a write into a constant
DECLARE_ERROR(InvalidResizeError);             // a tensor whose size is fixed, or a shape that does not fit
DECLARE_ERROR(InvalidTensorDimensionsError);   // a shape that overflows, or a buffer that is not as large
DECLARE_ERROR(InvalidOptimizableTensorError);  // a tensor without blocks given to a FastOperator

// ---- operators ----
DECLARE_ERROR(InvalidTensorNameError);      // a name that the operator does not have, or has got twice
DECLARE_ERROR(MissingTensorError);          // a name that was given no tensor
DECLARE_ERROR(InvalidTensorShapeError);     // shapes that disagree
DECLARE_ERROR(InvalidTensorDataTypeError);  // element types that the operator does not take
DECLARE_ERROR(InvalidQuantizationError);    // none, or one that can't be computed with
DECLARE_ERROR(InvalidAttributeError);       // strides, dilations, axes

}  // namespace nook::managed
