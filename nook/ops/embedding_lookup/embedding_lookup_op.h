#pragma once
#include "nook/ops/embedding_lookup/embedding_lookup.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

struct EmbeddingLookupAny;
struct EmbeddingLookupF32;

// Rows of a table: operands indices and table. An int8 table may be read as float32. Indices that a model has
// itself must be there; those computed at run time count as the nearest that is.
struct EmbeddingLookup : PlainOp<EmbeddingLookup> {
  static constexpr OpCode kCode = OpCode::kEmbeddingLookup;
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<EmbeddingLookupF32, EmbeddingLookupAny>;
};

// Any type of whole bytes.
struct EmbeddingLookupAny : FormOf<EmbeddingLookup, nook_embedding_lookup> {
  static constexpr const char* kType = "nook_embedding_lookup";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("limit", p.limit), f.value("count", p.count), f.value("run", p.run);
  }
};

// An int8 table of one scale and the zero point 0 to float32.
struct EmbeddingLookupF32 : FormOf<EmbeddingLookup, nook_embedding_lookup_f32> {
  static constexpr const char* kType = "nook_embedding_lookup_f32";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("limit", p.limit), f.value("count", p.count), f.value("run", p.run), f.value("scale", p.scale);
  }
};

}  // namespace nook
