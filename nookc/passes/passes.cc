#include "nookc/passes/passes.h"

#include "nookc/passes/drop_dead.h"
#include "nookc/passes/eliminate_channels.h"
#include "nookc/passes/fold_activations.h"
#include "nookc/passes/fold_constants.h"
#include "nookc/passes/fold_pads.h"
#include "nookc/passes/make_views.h"
#include "nookc/passes/reorder.h"
#include "nookc/passes/widen_depthwise.h"

namespace nookc {
namespace {

constexpr Pass kPasses[] = {
    {"fold-constants", fold_constants},
    {"fold-activations", fold_activations},
    {"fold-pads", fold_pads},
    {"widen-depthwise", widen_depthwise},
    {"eliminate-channels", eliminate_channels},
    {"drop-dead", drop_dead},
    {"reorder", reorder},
    {"views", make_views},
};

}  // namespace

std::span<const Pass> passes() { return kPasses; }

}  // namespace nookc
