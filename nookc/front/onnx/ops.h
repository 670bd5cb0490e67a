// What the functions that map operators share, and those functions themselves: each maps the mapper's node
// and returns why it could not, or nothing. op_table.cc names them.
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

// Where a dimension of ONNX is in memory.
inline int place_of(const Order& order, int64_t axis) {
  return static_cast<int>(std::find(order.begin(), order.end(), static_cast<int>(axis)) - order.begin());
}
// An axis that may count from the end; false: there is none such.
bool fix_axis(int64_t rank, int64_t* axis);
std::vector<int32_t> narrow(const std::vector<int64_t>& numbers);

// A value that is in memory: constants in the plain order.
Value in_memory(Mapper& m, const Value& value);
Value real_constant(double number);
Value real_constant(const Dims& dims, const std::vector<double>& numbers);
Value known_value(nook::DType type, const Dims& dims, Constant constant);

// The results of operators of nook, as values. Those of two operands repeat them as needed; a shape of {-1}
// says that they do not fit, which the mapper knows then.
Value unary(Mapper& m, const Attrs& attrs, const Value& x);
Value unary(Mapper& m, const Attrs& attrs, const Value& x, nook::DType type);
Value binary(Mapper& m, const Attrs& attrs, const Value& a, const Value& b);
Value binary(Mapper& m, const Attrs& attrs, const Value& a, const Value& b, nook::DType type);
Value added(Mapper& m, const Value& a, const Value& b);
Value added(Mapper& m, const Value& a, const Value& b, nook::DType type);
Value reduce(Mapper& m, const Attrs& attrs, const Value& x, const std::vector<int64_t>& axes, bool keep);
Value concat(Mapper& m, const std::vector<Value>& parts, int64_t axis);
Value slice(Mapper& m, const Value& x, int64_t axis, int64_t from, int64_t size);
Value gather(Mapper& m, const Value& x, int64_t axis, const std::vector<int64_t>& indices);
// Whether the steps of the node's result are so fine beside those of an operand that what is rounded to the
// operand's first would be wrong by more than one.
bool much_finer(Mapper& m, const Value& operand);
// The product of matrices, of as many as the leading dimensions say.
Value batch_product(Mapper& m, const Value& a, const Value& b, bool transpose_b);
// Elements of another type, of known values too.
Value converted(Mapper& m, const Value& x, nook::DType type);
// Indices from 0 on for those that may count from the end: of a dimension of so many elements, or of one of
// several sizes for each along the last dimension.
Value from_front(Mapper& m, const Value& at, const std::vector<int64_t>& sizes);
// x * w^T along the last dimension of x, which must be w's last: w [out][in]; bias [out] or none.
Value dense(Mapper& m, const Value& x, const Constant& weights, const ConstantPtr& bias);

// Operands in one order, of one number of dimensions, and the shape that they have together when they are
// repeated. False, with the reason in the mapper: they do not fit.
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
    map_shrink(Mapper&), map_of_exponentials(Mapper&), map_is_number(Mapper&);
std::string map_identity(Mapper&), map_dropout(Mapper&), map_cast(Mapper&), map_quantize(Mapper&),
    map_dequantize(Mapper&);
std::string map_if(Mapper&), map_loop(Mapper&), map_scan(Mapper&);
std::string map_conv(Mapper&), map_conv_transpose(Mapper&), map_max_pool(Mapper&), map_average_pool(Mapper&),
    map_global_average(Mapper&), map_global_max(Mapper&), map_lp_pool(Mapper&), map_global_lp_pool(Mapper&),
    map_batch_normalization(Mapper&);
std::string map_gemm(Mapper&), map_matmul(Mapper&), map_einsum(Mapper&);
std::string map_gather_elements(Mapper&), map_gather_nd(Mapper&), map_scatter_elements(Mapper&),
    map_scatter_nd(Mapper&), map_one_hot(Mapper&), map_top_k(Mapper&), map_trilu(Mapper&),
    map_reverse_sequence(Mapper&);
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

}  // namespace nookc::onnx
