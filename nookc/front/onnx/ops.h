// Shared helpers of the functions that map operators, and those functions: each maps the mapper's current
// node and returns the reason if it can't, otherwise an empty text. op_table.cc lists them.
#pragma once
#include <algorithm>
#include <cmath>
#include <string>

#include "nookc/front/onnx/mapper.h"
#include "nookc/front/onnx/quantization.h"

namespace nookc::onnx {

constexpr nook::DType kReal = nook::DType::kF32;
constexpr nook::DType kWhole = nook::DType::kS64;
constexpr nook::DType kTruth = nook::DType::kBool;
inline bool is_whole(nook::DType type) { return type == kWhole || type == nook::DType::kS32; }

inline int64_t rank_of(const Value& value) { return static_cast<int64_t>(value.shape.size()); }

// The position in memory of a dimension of ONNX.
inline int place_of(const Order& order, int64_t axis) {
  return static_cast<int>(std::find(order.begin(), order.end(), static_cast<int>(axis)) - order.begin());
}
// Resolves an axis that may count from the end; false: there is no such axis.
bool fix_axis(int64_t rank, int64_t* axis);
std::vector<int32_t> narrow(const std::vector<int64_t>& numbers);
// The reason for a number that is not from 1 to `most`.
inline std::string not_from_1(const std::string& name, int64_t most, int64_t have) {
  return name + ": need 1 to " + std::to_string(most) + ", have " + std::to_string(have);
}

// A value of uint16, which in memory is int16 or a whole number of float32, 32768 less, as uint16.
Value as_uint16(Mapper& m, const Value& value);
// A value that is in memory; constants are stored in the plain order.
Value in_memory(Mapper& m, const Value& value);
Value real_constant(double number);
Value real_constant(const Dims& dims, const std::vector<double>& numbers);
Value known_value(nook::DType type, const Dims& dims, Constant constant);

// The results of nook's operators, as values. Binary operators broadcast their operands; a shape of {-1} says
// that these are incompatible, which the mapper has then recorded.
Value unary(Mapper& m, const Attrs& attrs, const Value& x);
Value unary(Mapper& m, const Attrs& attrs, const Value& x, nook::DType type);
Value binary(Mapper& m, const Attrs& attrs, const Value& a, const Value& b);
Value binary(Mapper& m, const Attrs& attrs, const Value& a, const Value& b, nook::DType type);
Value added(Mapper& m, const Value& a, const Value& b);
Value multiplied(Mapper& m, const Value& a, const Value& b);
Value added(Mapper& m, const Value& a, const Value& b, nook::DType type);
// Real numbers plus, and times, a known one.
Value plus(Mapper& m, const Value& a, double number);
Value times(Mapper& m, const Value& a, double factor);
// |x| of whole numbers, which no kernel of one operand computes.
Value whole_magnitude(Mapper& m, const Value& x);
Value reduce(Mapper& m, const Attrs& attrs, const Value& x, const std::vector<int64_t>& axes, bool keep);
// Removes the dimensions of 1 along the axes.
Value without(Mapper& m, const Value& value, const std::vector<int64_t>& axes);
Value concat(Mapper& m, const std::vector<Value>& parts, int64_t axis);
Value slice(Mapper& m, const Value& x, int64_t axis, int64_t from, int64_t size);
Value gather(Mapper& m, const Value& x, int64_t axis, const std::vector<int64_t>& indices);
// Whether the result's steps are so much finer than an operand's that rounding to the operand's scale first
// would err by more than one step.
bool much_finer(Mapper& m, const Value& operand);
// Matrix products, one per index of the leading dimensions.
Value batch_product(Mapper& m, const Value& a, const Value& b, bool transpose_b);
// Converts elements to another type, also in known values.
Value converted(Mapper& m, const Value& x, nook::DType type);
// x * w^T along the last dimension of x, which must equal w's last: w [out][in]; bias [out] or none.
Value dense(Mapper& m, const Value& x, const Constant& weights, const ConstantPtr& bias);
// Likewise with tensors as weights and bias.
Value dense(Mapper& m, const Value& x, TensorId weights, int64_t units, TensorId bias);

// Operands in one order with one rank, and their broadcast shape. False, with the reason in the mapper: they
// are incompatible.
struct Aligned {
  std::vector<TensorId> in;
  Dims shape;
  Order order;
};
bool align(Mapper& m, std::vector<Value> values, Aligned* to);

using Map = std::string (*)(Mapper&);

std::string map_add(Mapper&), map_sub(Mapper&), map_mul(Mapper&), map_div(Mapper&), map_pow(Mapper&),
    map_prelu(Mapper&), map_mod(Mapper&), map_min(Mapper&), map_max(Mapper&), map_mean(Mapper&),
    map_sum(Mapper&), map_where(Mapper&), map_compare(Mapper&), map_not(Mapper&);
std::string map_unary(Mapper&), map_clip(Mapper&), map_leaky_relu(Mapper&), map_elu(Mapper&),
    map_hard_sigmoid(Mapper&), map_sigmoid(Mapper&), map_tanh(Mapper&), map_softplus(Mapper&),
    map_gelu(Mapper&), map_erf(Mapper&), map_reciprocal(Mapper&), map_selu(Mapper&), map_swish(Mapper&),
    map_softsign(Mapper&), map_mish(Mapper&), map_celu(Mapper&), map_thresholded_relu(Mapper&),
    map_shrink(Mapper&), map_of_exponentials(Mapper&), map_is_number(Mapper&), map_arc(Mapper&);
std::string map_identity(Mapper&), map_dropout(Mapper&), map_cast(Mapper&), map_quantize(Mapper&),
    map_dequantize(Mapper&);
std::string map_if(Mapper&), map_loop(Mapper&), map_scan(Mapper&);
std::string map_conv(Mapper&), map_conv_transpose(Mapper&), map_max_pool(Mapper&), map_average_pool(Mapper&),
    map_global_average(Mapper&), map_global_max(Mapper&), map_lp_pool(Mapper&), map_global_lp_pool(Mapper&),
    map_batch_normalization(Mapper&);
std::string map_gemm(Mapper&), map_matmul(Mapper&), map_einsum(Mapper&);
std::string map_gather_elements(Mapper&), map_gather_nd(Mapper&), map_scatter_elements(Mapper&),
    map_scatter_nd(Mapper&), map_one_hot(Mapper&), map_top_k(Mapper&), map_non_max_suppression(Mapper&),
    map_trilu(Mapper&), map_reverse_sequence(Mapper&);
std::string map_softmax(Mapper&), map_hardmax(Mapper&), map_log_softmax(Mapper&), map_reduce(Mapper&),
    map_arg(Mapper&), map_layer_normalization(Mapper&), map_rms_normalization(Mapper&),
    map_instance_normalization(Mapper&), map_lp_normalization(Mapper&), map_cumsum(Mapper&),
    map_group_normalization(Mapper&), map_mean_variance_normalization(Mapper&), map_lrn(Mapper&);
std::string map_reshape(Mapper&), map_flatten(Mapper&), map_squeeze(Mapper&), map_unsqueeze(Mapper&),
    map_transpose(Mapper&), map_concat(Mapper&), map_split(Mapper&), map_slice(Mapper&), map_gather(Mapper&),
    map_pad(Mapper&), map_expand(Mapper&), map_tile(Mapper&), map_resize(Mapper&), map_upsample(Mapper&),
    map_depth_to_space(Mapper&), map_space_to_depth(Mapper&);
std::string map_lstm(Mapper&), map_gru(Mapper&), map_rnn(Mapper&);
std::string map_dft(Mapper&), map_stft(Mapper&);
std::string map_matmul_nbits(Mapper&), map_grid_sample(Mapper&), map_deform_conv(Mapper&),
    map_attention(Mapper&), map_rotary_embedding(Mapper&), map_tensor_scatter(Mapper&);
// Operators of the domain ai.onnx.ml.
std::string map_tree_regressor(Mapper&), map_tree_classifier(Mapper&), map_linear_regressor(Mapper&),
    map_linear_classifier(Mapper&), map_svm_regressor(Mapper&), map_svm_classifier(Mapper&),
    map_scaler(Mapper&), map_normalizer(Mapper&), map_binarizer(Mapper&), map_imputer(Mapper&),
    map_feature_vectorizer(Mapper&), map_array_feature_extractor(Mapper&), map_zip_map(Mapper&),
    map_label_encoder(Mapper&), map_tree_ensemble(Mapper&);

}  // namespace nookc::onnx
