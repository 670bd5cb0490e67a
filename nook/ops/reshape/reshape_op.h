#pragma once
#include "nook/ops/op.h"
#include "nook/ops/reshape/reshape.h"

namespace nook {

struct ReshapeAny;

// The elements of x in the shape of y. Operand 1, the shape, is not read: the tensor y has it already, and
// what counts is that the two have equally many elements.
struct Reshape {
  static constexpr OpCode kCode = OpCode::kReshape;
  static constexpr const char* kName = "Reshape";
  static constexpr Signature kSignature = operands(Role::kData, optional(Role::kPrepared));
  struct Attrs {
    using Op = Reshape;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<ReshapeAny>;
};

// Any element type of whole bytes.
struct ReshapeAny {
  using Op = Reshape;
  using Params = nook_reshape;
  static constexpr const char* kType = "nook_reshape";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("bytes", p.bytes);
  }
};

}  // namespace nook
