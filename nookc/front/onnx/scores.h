// The results of classifiers and regressors of the domain ai.onnx.ml.
#pragma once
#include <string>
#include <vector>

#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {

// The real numbers of the attribute `name`_as_tensor or `name`, float64 ones unrounded. Empty: the node has
// neither.
std::vector<double> reals_of(const OnnxNode& node, const std::string& name);
// The number of the classifier's labels.
int64_t count_labels(const OnnxNode& node);

// The operand as [samples][features] of float32. Returns the fault, or an empty text.
std::string samples_of(Mapper& m, Value* x);

// x times a matrix [outputs][features], plus one number for each output unless there are none.
Value product(Mapper& m, const Value& x, const std::vector<double>& matrix, const std::vector<double>& plus);

// Gives the scores [samples][targets] as result k, after the node's post_transform or the transformation
// `how`. Returns the reason if there is no such transformation, as all of these.
std::string give_scores(Mapper& m, size_t k, const Value& scores);
std::string give_transformed(Mapper& m, size_t k, const Value& scores, const std::string& how);
// Gives the places [samples] of labels in the node's list as result 0, as labels.
std::string give_labels(Mapper& m, const Value& at);
// The place [samples] of the largest score.
Value largest(Mapper& m, const Value& scores);
// Gives the label of the largest of the votes [samples][classes], of those that are `reached`, as result 0.
std::string give_label(Mapper& m, const Value& votes, const std::vector<bool>& reached);
// Gives two scores of which one [samples][1] is known, as result 1: the other is 1 - score if it is to be the
// `rest`, else -score.
std::string give_pair(Mapper& m, const Value& score, bool rest);
// Gives the label and the scores of two classes: the label is the second if the score is above the threshold.
std::string give_binary(Mapper& m, const Value& score, double threshold, bool rest);

}  // namespace nookc::onnx
