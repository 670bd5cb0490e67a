#include "nookc/study/quantize/rules.h"

#include "nook/ops/gru_layer/gru_layer_op.h"
#include "nook/ops/layer_norm/layer_norm_op.h"
#include "nook/ops/lstm_layer/lstm_layer_op.h"
#include "nook/ops/rnn_layer/rnn_layer_op.h"

namespace nookc {
namespace {

using nook::OpCode;

constexpr Affine kProbability = {1.0f / 256, -128}, kProbability16 = {1.0f / 32768, 0};
constexpr Affine kSigned = {1.0f / 128, 0}, kSigned16 = {1.0f / 32768, 0};
constexpr Affine kLogProbability = {16.0f / 256, 127}, kLogProbability16 = {16.0f / 32768, 0};

// Operators whose integers represent real numbers. Some operators with int8 kernels are missing: they count
// elements or copy them unchanged (CAST, ZEROS_LIKE).
constexpr OpRule kRules[] = {
    // weights, axis, one scale
    {OpCode::kConv2D, Scales::kOwn, {}, {}, 1, 0, false},
    {OpCode::kDepthwiseConv2D, Scales::kOwn, {}, {}, 1, 3, false},
    {OpCode::kTransposeConv, Scales::kOwn, {}, {}, 1, 0, false},
    {OpCode::kFullyConnected, Scales::kOwn, {}, {}, 1, 0, true},
    {OpCode::kBatchMatmul, Scales::kOwn, {}, {}, 1, -1, true},

    {OpCode::kUnidirectionalSequenceLstm},
    {OpCode::kSvdf},
    {nook::LstmLayer::kCode},
    {nook::GruLayer::kCode},
    {nook::RnnLayer::kCode},
    {nook::LayerNorm::kCode},

    {OpCode::kSoftmax, Scales::kFixed, kProbability, kProbability16},
    {OpCode::kLogistic, Scales::kFixed, kProbability, kProbability16},
    {OpCode::kTanh, Scales::kFixed, kSigned, kSigned16},
    {OpCode::kL2Normalization, Scales::kFixed, kSigned, kSigned16},
    {OpCode::kLogSoftmax, Scales::kFixed, kLogProbability, kLogProbability16},

    {OpCode::kAdd},
    {OpCode::kSub},
    {OpCode::kMul},
    {OpCode::kDiv},
    {OpCode::kAddN},
    {OpCode::kSquaredDifference},
    {OpCode::kMean},
    {OpCode::kSum},
    {OpCode::kAbs},
    {OpCode::kRelu},
    {OpCode::kRelu0To1},
    {OpCode::kReluN1To1},
    {OpCode::kPrelu},
    {OpCode::kLeakyRelu},
    {OpCode::kElu},
    {OpCode::kGelu},
    {OpCode::kHardSwish},
    {OpCode::kRsqrt},
    {OpCode::kSqrt},
    {OpCode::kSquare},
    {OpCode::kExp},
    {OpCode::kLog},
    {OpCode::kArgMax},
    {OpCode::kArgMin},
    {OpCode::kEqual},
    {OpCode::kNotEqual},
    {OpCode::kLess},
    {OpCode::kLessEqual},
    {OpCode::kGreater},
    {OpCode::kGreaterEqual},

    {OpCode::kAveragePool2D, Scales::kSame},
    {OpCode::kMaxPool2D, Scales::kSame},
    {OpCode::kRelu6, Scales::kSame},
    {OpCode::kMaximum, Scales::kSame},
    {OpCode::kMinimum, Scales::kSame},
    {OpCode::kReduceMax, Scales::kSame},
    {OpCode::kReduceMin, Scales::kSame},
    {OpCode::kTopkV2, Scales::kSame},
    {OpCode::kReshape, Scales::kSame},
    {OpCode::kSqueeze, Scales::kSame},
    {OpCode::kExpandDims, Scales::kSame},
    {OpCode::kPad, Scales::kSame},
    {OpCode::kPadv2, Scales::kSame},
    {OpCode::kMirrorPad, Scales::kSame},
    {OpCode::kTranspose, Scales::kSame},
    {OpCode::kStridedSlice, Scales::kSame},
    {OpCode::kSlice, Scales::kSame},
    {OpCode::kConcatenation, Scales::kSame},
    {OpCode::kPack, Scales::kSame},
    {OpCode::kUnpack, Scales::kSame},
    {OpCode::kSplit, Scales::kSame},
    {OpCode::kSplitV, Scales::kSame},
    {OpCode::kGather, Scales::kSame},
    {OpCode::kGatherNd, Scales::kSame},
    {OpCode::kResizeBilinear, Scales::kSame},
    {OpCode::kResizeNearestNeighbor, Scales::kSame},
    {OpCode::kSpaceToDepth, Scales::kSame},
    {OpCode::kDepthToSpace, Scales::kSame},
    {OpCode::kSpaceToBatchNd, Scales::kSame},
    {OpCode::kBatchToSpaceNd, Scales::kSame},
    {OpCode::kTile, Scales::kSame},
    {OpCode::kReverseV2, Scales::kSame},
    {OpCode::kReverseSequence, Scales::kSame},
    {OpCode::kBroadcastTo, Scales::kSame},
    {OpCode::kSelect, Scales::kSame},
    {OpCode::kSelectV2, Scales::kSame},
    {OpCode::kDynamicUpdateSlice, Scales::kSame},
};

}  // namespace

const OpRule* rule_of(OpCode code) {
  for (const OpRule& rule : kRules)
    if (rule.code == code) return &rule;
  return nullptr;
}

}  // namespace nookc
