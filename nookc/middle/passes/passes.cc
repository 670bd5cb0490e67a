#include "nookc/middle/passes/passes.h"

#include "nookc/middle/passes/cut_joins.h"
#include "nookc/middle/passes/cut_splits.h"
#include "nookc/middle/passes/dense_matmul.h"
#include "nookc/middle/passes/dilate_convolutions.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/passes/eliminate_channels.h"
#include "nookc/middle/passes/find_images.h"
#include "nookc/middle/passes/fold_activations.h"
#include "nookc/middle/passes/fold_constants.h"
#include "nookc/middle/passes/fold_pads.h"
#include "nookc/middle/passes/fold_tables.h"
#include "nookc/middle/passes/keep_windows.h"
#include "nookc/middle/passes/lay_flat.h"
#include "nookc/middle/passes/make_views.h"
#include "nookc/middle/passes/merge_depthwise.h"
#include "nookc/middle/passes/multiply_activations.h"
#include "nookc/middle/passes/narrow_weights.h"
#include "nookc/middle/passes/pool_maxima.h"
#include "nookc/middle/passes/reorder.h"
#include "nookc/middle/passes/turn/turn_images.h"
#include "nookc/middle/passes/unpack_int4.h"
#include "nookc/middle/passes/widen_depthwise.h"

namespace nookc {
namespace {

constexpr Pass kPasses[] = {
    {"narrow-weights", narrow_weights},
    {"unpack-int4", nullptr, {}, unpack_int4},
    {"fold-constants", fold_constants},
    {"dense-matmul", dense_matmul},
    {"dilate-convolutions", dilate_convolutions},
    {"fold-activations", fold_activations},
    {"multiply-activations", nullptr, {}, multiply_activations},
    {"find-images", find_images},
    {"fold-pads", fold_pads},
    {"widen-depthwise", widen_depthwise},
    {"merge-depthwise", merge_depthwise},
    {"eliminate-channels", eliminate_channels},
    {"fold-tables", nullptr, {}, fold_tables_for},
    {"cut-joins", cut_joins},
    {"lay-flat", lay_flat},
    {"turn-images", turn_images},
    {"cut-splits", cut_splits},
    {"drop-dead", drop_dead},
    {"keep-windows", keep_windows},
    {"reorder", reorder},
    {"pool-maxima", pool_maxima},
    {"views", make_views},
    {"reorder", reorder, "views"},
};

}  // namespace

std::span<const Pass> passes() { return kPasses; }

}  // namespace nookc
