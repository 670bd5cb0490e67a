#include "nook/interp/builder.h"
#include "nook/interp/control.h"

namespace nook::interp {
namespace {

// The Chains of an interpreter without row chains.
struct NoChains {
  static constexpr bool kAny = false, kFlow = false;
};

}  // namespace

Build* build_of(const nook_interpreter_options& options, const Model& model) {
  if (options.packer) return options.packer->build;
  if (options.control && options.control->is_needed(model)) return options.control->build;
  return options.rows ? options.rows->build : build;
}

Code build(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
           const Widths& on, Store& store, Arena& working, Span<const uint8_t>, Built* built, Fault* fault) {
  return Builder<NoChains>(model, resolver, options, on, store, working, built, fault).build();
}

}  // namespace nook::interp
