#include "nookc/passes/passes.h"

#include "nookc/passes/dense_matmul.h"
#include "nookc/passes/dilate_convolutions.h"
#include "nookc/passes/drop_dead.h"
#include "nookc/passes/eliminate_channels.h"
#include "nookc/passes/fold_activations.h"
#include "nookc/passes/fold_constants.h"
#include "nookc/passes/fold_pads.h"
#include "nookc/passes/fold_tables.h"
#include "nookc/passes/make_views.h"
#include "nookc/passes/reorder.h"
#include "nookc/passes/unpack_int4.h"
#include "nookc/passes/widen_depthwise.h"

namespace nookc {
namespace {

constexpr Pass kPasses[] = {
    {"unpack-int4", unpack_int4, true},
    {"fold-constants", fold_constants},
    {"dense-matmul", dense_matmul},
    {"dilate-convolutions", dilate_convolutions},
    {"fold-activations", fold_activations},
    {"fold-pads", fold_pads},
    {"widen-depthwise", widen_depthwise},
    {"eliminate-channels", eliminate_channels},
    {"fold-tables", fold_tables},
    {"drop-dead", drop_dead},
    {"reorder", reorder},
    {"views", make_views},
};

}  // namespace

std::span<const Pass> passes() { return kPasses; }

}  // namespace nookc
