// The forms of operators that only move elements, of any type of whole bytes. An operator's .cc defines
// sources() of its form, which returns where elements come from and checks only the operator's own
// requirements: x (the first operand of Role::kData) and y have the same type and have elements. For parts of
// x it defines the whole prepare().
#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/contract/row_step.h"
#include "nook/ops/families/movement.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/prepare/strides.h"

namespace nook {

// How nook_pick finds the elements of y in each dimension: the source of element i is i * stride[d] elements
// into x if the dimension is regular, else place(d, i) * stride[d].
struct Places {
  Shape shape;       // shape of y
  int32_t line = 0;  // elements from a row of x to the next, if x is an image
  int32_t stride[kMaxRank] = {};
  bool regular[kMaxRank] = {true, true, true, true, true, true};
};

// Computes all of nook_pick except the places, whose memory it reserves. kNoMemory, with the reason in the
// context.
Result<nook_pick> start_pick(const Places& places, int32_t element_bytes, Span<int32_t>* at,
                             PrepareContext& context);

template <class Place>
Result<nook_pick> make_pick(const Places& places, int32_t element_bytes, PrepareContext& context,
                            const Place& place) {
  Span<int32_t> at;
  const Result<nook_pick> p = start_pick(places, element_bytes, &at, context);
  NOOK_REQUIRE(p, p.code());
  size_t next = 0;
  for (int32_t d = 0; d < p->rank; ++d)
    for (int32_t i = 0; i < p->dim[d]; ++i)
      at[next++] = (places.regular[d] ? i : place(d, i)) * places.stride[d] * element_bytes;
  return p;
}

// The rows of x from which a row of a single image y is copied.
WindowRows rows_picked(const nook_pick& p);

// The outputs are consecutive parts of x along `axis`; their shapes are checked.
Result<nook_parts> make_parts(const NodeView& node, const Shape& x, int32_t axis, PrepareContext& context);

// The base of the two forms below; Form is the derived form.
template <class Form, class Operator, class P, ByRows rows = ByRows::kNone>
struct MovedForm : FormOf<Operator, P, rows> {
  static constexpr const char* kHeader = "nook/ops/families/movement.h";
  static Result<P> prepare(const typename Operator::Attrs& attrs, const NodeView& node,
                           PrepareContext& context) {
    NOOK_TRY(check_moved(node, context, static_cast<int>(Operator::kSignature.first(Role::kData))));
    return Form::sources(attrs, node, context);
  }
};

// y = x at regular distances.
template <class Operator>
struct MovedAny : MovedForm<MovedAny<Operator>, Operator, nook_movement> {
  static constexpr const char* kType = "nook_movement";
  static Result<nook_movement> sources(const typename Operator::Attrs& attrs, const NodeView& node,
                                       PrepareContext& context);
  static Span<const KernelEntry> kernels() { NOOK_ONE_KERNEL(MovedAny, nook_movement_ref, forward); }
  static int32_t pieces(const nook_movement& p) { return dense_at(p); }
  template <class F>
  static void fields(F& f, const nook_movement& p) {
    gather_fields(f, p);
  }
};

// y = x at any distances in each dimension.
template <class Operator>
struct PickedAny : MovedForm<PickedAny<Operator>, Operator, nook_pick, ByRows::kWindow> {
  static constexpr const char* kType = "nook_pick";
  static Result<nook_pick> sources(const typename Operator::Attrs& attrs, const NodeView& node,
                                   PrepareContext& context);
  static Span<const KernelEntry> kernels() { NOOK_ONE_KERNEL(PickedAny, nook_pick_ref, disjoint); }
  static Span<const RowInvoke> row_kernels() {
    static constexpr RowInvoke kRows[] = {linked_row<PickedAny, kRef, nook_pick_ref_row>()};
    return kRows;
  }
  static WindowRows window(const nook_pick& p) { return rows_picked(p); }
  template <class F>
  static void fields(F& f, const nook_pick& p) {
    f.value("run", p.run), f.value("line", p.line);
    f.value("rank", p.rank), f.value("places", p.places);
    f.table("dim", p.dim, p.rank), f.table("at", p.at, p.places);
  }
};

// Outputs are parts of x.
template <class Operator>
struct PartsAny : FormOf<Operator, nook_parts> {
  static constexpr const char *kType = "nook_parts", *kHeader = "nook/ops/families/movement.h";

  static Result<nook_parts> prepare(const typename Operator::Attrs& attrs, const NodeView& node,
                                    PrepareContext& context);
  static Span<const KernelEntry> kernels() { NOOK_ONE_KERNEL(PartsAny, nook_parts_ref, disjoint); }
  static int32_t pieces(const nook_parts& p) { return p.outer == 1 || p.outputs == 1 ? 0 : -1; }
  template <class F>
  static void fields(F& f, const nook_parts& p) {
    f.value("outer", p.outer), f.value("outputs", p.outputs), f.table("run", p.run, p.outputs);
  }
};

}  // namespace nook
