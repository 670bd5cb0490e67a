#pragma once
#include "nook/ops/embedding_lookup/embedding_lookup.h"
#include "nook/ops/op.h"

namespace nook {

// Rows of a table: operands indices and table. An int8 table may be read as float32. Indices that a model has
// itself must be there; those computed at run time count as the nearest that is.
struct EmbeddingLookup : BinaryOp<EmbeddingLookup, OpCode::kEmbeddingLookup> {
  using Forms = List<struct EmbeddingLookupF32, struct EmbeddingLookupAny>;
};

// Any type of whole bytes.
struct EmbeddingLookupAny : OpForm<EmbeddingLookup> {
  NOOK_FORM(nook_embedding_lookup);
};

// An int8 table of one scale and the zero point 0 to float32.
struct EmbeddingLookupF32 : OpForm<EmbeddingLookup> {
  NOOK_FORM(nook_embedding_lookup_f32);
};

}  // namespace nook
