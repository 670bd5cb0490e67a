#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/embedding_lookup/embedding_lookup.h"

namespace nook {

// Looks up rows of a table. Operands: indices and table. An int8 table may have a float32 result. Constant
// indices must be in range; indices computed at run time are clamped.
struct EmbeddingLookup : BinaryOp<EmbeddingLookup, OpCode::kEmbeddingLookup> {
  using Forms = List<struct EmbeddingLookupF32, struct EmbeddingLookupAny>;
};

// Any type of whole bytes.
struct EmbeddingLookupAny : OpForm<EmbeddingLookup> {
  NOOK_FORM(nook_embedding_lookup);
};

// An int8 table with one scale and the zero point 0, to float32.
struct EmbeddingLookupF32 : OpForm<EmbeddingLookup> {
  NOOK_FORM(nook_embedding_lookup_f32);
};

}  // namespace nook
