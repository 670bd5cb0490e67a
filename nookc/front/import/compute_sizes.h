// Operators on sizes that nook has no kernels for. Exporters write them around a RESHAPE (onnx-tf for
// PyTorch's x.view(x.size(0), -1)); they are computed when a model is read, as far as their operands are
// known then:
//
//   WHERE                          the places of true values, which may be none
//   RESHAPE, CAST, GATHER          of such places
//   SPARSE_TO_DENSE                a vector with numbers at these places
//   ADD, SUB, MUL                  of int64
#pragma once
#include "nookc/front/import/draft.h"

namespace nookc::importing {

// Whether no kernel runs the operator on operands of these types, so that it must be computed here.
bool must_be_computed(const Import& d, const nook::OperatorView& op, const Node& node);

// With Import::infers: computes the node's result. False: the operator is of another kind, or an operand is
// not known.
bool compute_sizes(Import& d, const nook::OperatorView& op, const Node& node);

}  // namespace nookc::importing
