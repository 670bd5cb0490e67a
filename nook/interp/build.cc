#include "nook/interp/builder.h"

namespace nook::interp {
namespace {

// Every operator runs as a whole.
struct NoChains {
  static constexpr bool kAny = false;
};

}  // namespace

Code build(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
           const Widths& on, Store& store, Arena& working, Span<const uint8_t>, Built* built, Fault* fault) {
  return Builder<NoChains>(model, resolver, options, on, store, working, built, fault).build();
}

}  // namespace nook::interp
