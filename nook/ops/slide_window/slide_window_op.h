#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/slide_window/slide_window.h"

namespace nook {

// y = a window of rows along one axis, in a variable tensor, that moves by `shift` rows at each run.
// Operands: the rows at its end, among them the new ones, and optionally the rows at its beginning, which see
// the window's padding; all other rows are the last run's. `nook compile --hop` creates it.
struct SlideWindow : CustomOp<SlideWindow, 1031> {
  static constexpr const char* kName = "NOOK_SLIDE_WINDOW";
  static constexpr Signature kSignature = operands(Role::kData, optional(Role::kData));
  struct Attrs {
    using Op = SlideWindow;
    int32_t axis = 1;   // the dimension of rows
    int32_t shift = 1;  // rows
    int32_t runs = 0;   // from this run on there are results; other runs end here. 0: it does not count
  };
  static constexpr Option<Attrs> kOptions[] = {
      {"axis", &Attrs::axis}, {"runs", &Attrs::runs}, {"shift", &Attrs::shift}};
  using Forms = List<struct SlideWindowAny, struct SlideWindowCounted>;
};

// Any type of whole bytes.
struct SlideWindowAny : OpForm<SlideWindow> {
  NOOK_FORM(nook_slide_window);
};

// Likewise; runs before the number `runs` have no result.
struct SlideWindowCounted : SlideWindowAny {
  NOOK_FORM_FUNCTIONS;
  static constexpr bool kMayWait = true;

  static int32_t state_bytes(const Params&) { return sizeof(int32_t); }  // the number of runs
};

}  // namespace nook
