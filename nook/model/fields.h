// Generated from nook/model/schema.fbs by tools/schema.py; do not edit.
#pragma once
#include "nook/model/table.h"

// The tables of the .tflite format: options[fields::Conv2DOptions::stride_h].
namespace nook::fields {

enum class TensorType : uint8_t { FLOAT32, FLOAT16, INT32, UINT8, INT64, STRING, BOOL, INT16, COMPLEX64, INT8,
  FLOAT64, COMPLEX128, UINT64, RESOURCE, VARIANT, UINT32, UINT16, INT4, BFLOAT16, INT2, UINT4, FLOAT8_E4M3FN,
  FLOAT8_E5M2 };

enum class Padding : uint8_t { SAME, VALID };

enum class ActivationFunctionType : uint8_t { NONE, RELU, RELU_N1_TO_1, RELU6, TANH, SIGN_BIT };

enum class DimensionType : uint8_t { DENSE, SPARSE_CSR };

enum class FullyConnectedOptionsWeightsFormat : uint8_t { kDefault, SHUFFLED4x16INT8 };

enum class MirrorPadMode : uint8_t { REFLECT, SYMMETRIC };

enum class LSTMKernelType : uint8_t { FULL, BASIC };

enum class CustomOptionsFormat : uint8_t { FLEXBUFFERS };

namespace CustomQuantization {
inline constexpr VectorField<uint8_t> custom{0};
}  // namespace CustomQuantization

namespace BlockwiseQuantization {
inline constexpr Field<int32_t> scales{0, 0}, zero_points{1, 0}, block_size{2, 0};
}  // namespace BlockwiseQuantization

namespace MultiAxisQuantization {
inline constexpr Field<int32_t> scales{0, 0}, zero_points{1, 0}, block_size{2, 0};
inline constexpr VectorField<int32_t> quantized_dimensions{3};
}  // namespace MultiAxisQuantization

namespace QuantizationParameters {
inline constexpr VectorField<float> min{0}, max{1}, scale{2};
inline constexpr VectorField<int64_t> zero_point{3};
inline constexpr Field<uint8_t> details_type{4, 0};
inline constexpr TableField details{5};
inline constexpr Field<int32_t> quantized_dimension{6, 0};
}  // namespace QuantizationParameters

namespace Int32Vector {
inline constexpr VectorField<int32_t> values{0};
}  // namespace Int32Vector

namespace Uint16Vector {
inline constexpr VectorField<uint16_t> values{0};
}  // namespace Uint16Vector

namespace Uint8Vector {
inline constexpr VectorField<uint8_t> values{0};
}  // namespace Uint8Vector

namespace DimensionMetadata {
inline constexpr Field<uint8_t> format{0, 0};
inline constexpr Field<int32_t> dense_size{1, 0};
inline constexpr Field<uint8_t> array_segments_type{2, 0};
inline constexpr TableField array_segments{3};
inline constexpr Field<uint8_t> array_indices_type{4, 0};
inline constexpr TableField array_indices{5};
}  // namespace DimensionMetadata

namespace SparsityParameters {
inline constexpr VectorField<int32_t> traversal_order{0}, block_map{1};
inline constexpr TablesField dim_metadata{2};
}  // namespace SparsityParameters

namespace VariantSubType {
inline constexpr VectorField<int32_t> shape{0};
inline constexpr Field<uint8_t> type{1, 0};
inline constexpr Field<bool> has_rank{2, false};
}  // namespace VariantSubType

namespace Tensor {
inline constexpr VectorField<int32_t> shape{0};
inline constexpr Field<uint8_t> type{1, 0};
inline constexpr Field<uint32_t> buffer{2, 0};
inline constexpr VectorField<char> name{3};
inline constexpr TableField quantization{4};
inline constexpr Field<bool> is_variable{5, false};
inline constexpr TableField sparsity{6};
inline constexpr VectorField<int32_t> shape_signature{7};
inline constexpr Field<bool> has_rank{8, false};
inline constexpr TablesField variant_tensors{9};
inline constexpr Field<uint32_t> external_buffer{10, 0};
}  // namespace Tensor

namespace OperatorCode {
inline constexpr Field<int8_t> deprecated_builtin_code{0, 0};
inline constexpr VectorField<char> custom_code{1};
inline constexpr Field<int32_t> version{2, 1}, builtin_code{3, 0};
}  // namespace OperatorCode

namespace Conv2DOptions {
inline constexpr Field<uint8_t> padding{0, 0};
inline constexpr Field<int32_t> stride_w{1, 0}, stride_h{2, 0};
inline constexpr Field<uint8_t> fused_activation_function{3, 0};
inline constexpr Field<int32_t> dilation_w_factor{4, 1}, dilation_h_factor{5, 1};
inline constexpr Field<uint8_t> quantized_bias_type{6, 0};
}  // namespace Conv2DOptions

namespace DepthwiseConv2DOptions {
inline constexpr Field<uint8_t> padding{0, 0};
inline constexpr Field<int32_t> stride_w{1, 0}, stride_h{2, 0}, depth_multiplier{3, 0};
inline constexpr Field<uint8_t> fused_activation_function{4, 0};
inline constexpr Field<int32_t> dilation_w_factor{5, 1}, dilation_h_factor{6, 1};
}  // namespace DepthwiseConv2DOptions

namespace TransposeConvOptions {
inline constexpr Field<uint8_t> padding{0, 0};
inline constexpr Field<int32_t> stride_w{1, 0}, stride_h{2, 0};
inline constexpr Field<uint8_t> fused_activation_function{3, 0}, quantized_bias_type{4, 0};
}  // namespace TransposeConvOptions

namespace Pool2DOptions {
inline constexpr Field<uint8_t> padding{0, 0};
inline constexpr Field<int32_t> stride_w{1, 0}, stride_h{2, 0}, filter_width{3, 0}, filter_height{4, 0};
inline constexpr Field<uint8_t> fused_activation_function{5, 0};
}  // namespace Pool2DOptions

namespace FullyConnectedOptions {
inline constexpr Field<uint8_t> fused_activation_function{0, 0}, weights_format{1, 0};
inline constexpr Field<bool> keep_num_dims{2, false}, asymmetric_quantize_inputs{3, false};
inline constexpr Field<uint8_t> quantized_bias_type{4, 0};
}  // namespace FullyConnectedOptions

namespace BatchMatMulOptions {
inline constexpr Field<bool> adj_x{0, false}, adj_y{1, false}, asymmetric_quantize_inputs{2, false};
}  // namespace BatchMatMulOptions

namespace AddOptions {
inline constexpr Field<uint8_t> fused_activation_function{0, 0};
inline constexpr Field<bool> pot_scale_int16{1, true};
}  // namespace AddOptions

namespace SubOptions {
inline constexpr Field<uint8_t> fused_activation_function{0, 0};
inline constexpr Field<bool> pot_scale_int16{1, true};
}  // namespace SubOptions

namespace MulOptions {
inline constexpr Field<uint8_t> fused_activation_function{0, 0};
}  // namespace MulOptions

namespace DivOptions {
inline constexpr Field<uint8_t> fused_activation_function{0, 0};
}  // namespace DivOptions

namespace SoftmaxOptions {
inline constexpr Field<float> beta{0, 0.0f};
}  // namespace SoftmaxOptions

namespace LeakyReluOptions {
inline constexpr Field<float> alpha{0, 0.0f};
}  // namespace LeakyReluOptions

namespace GeluOptions {
inline constexpr Field<bool> approximate{0, false};
}  // namespace GeluOptions

namespace L2NormOptions {
inline constexpr Field<uint8_t> fused_activation_function{0, 0};
}  // namespace L2NormOptions

namespace LocalResponseNormalizationOptions {
inline constexpr Field<int32_t> radius{0, 0};
inline constexpr Field<float> bias{1, 0.0f}, alpha{2, 0.0f}, beta{3, 0.0f};
}  // namespace LocalResponseNormalizationOptions

namespace ReducerOptions {
inline constexpr Field<bool> keep_dims{0, false};
}  // namespace ReducerOptions

namespace ArgMaxOptions {
inline constexpr Field<uint8_t> output_type{0, 0};
}  // namespace ArgMaxOptions

namespace ArgMinOptions {
inline constexpr Field<uint8_t> output_type{0, 0};
}  // namespace ArgMinOptions

namespace CumsumOptions {
inline constexpr Field<bool> exclusive{0, false}, reverse{1, false};
}  // namespace CumsumOptions

namespace ReshapeOptions {
inline constexpr VectorField<int32_t> new_shape{0};
}  // namespace ReshapeOptions

namespace SqueezeOptions {
inline constexpr VectorField<int32_t> squeeze_dims{0};
}  // namespace SqueezeOptions

namespace ConcatenationOptions {
inline constexpr Field<int32_t> axis{0, 0};
inline constexpr Field<uint8_t> fused_activation_function{1, 0};
}  // namespace ConcatenationOptions

namespace PackOptions {
inline constexpr Field<int32_t> values_count{0, 0}, axis{1, 0};
}  // namespace PackOptions

namespace UnpackOptions {
inline constexpr Field<int32_t> num{0, 0}, axis{1, 0};
}  // namespace UnpackOptions

namespace SplitOptions {
inline constexpr Field<int32_t> num_splits{0, 0};
}  // namespace SplitOptions

namespace SplitVOptions {
inline constexpr Field<int32_t> num_splits{0, 0};
}  // namespace SplitVOptions

namespace GatherOptions {
inline constexpr Field<int32_t> axis{0, 0}, batch_dims{1, 0};
}  // namespace GatherOptions

namespace CastOptions {
inline constexpr Field<uint8_t> in_data_type{0, 0}, out_data_type{1, 0};
}  // namespace CastOptions

namespace ShapeOptions {
inline constexpr Field<uint8_t> out_type{0, 0};
}  // namespace ShapeOptions

namespace SpaceToDepthOptions {
inline constexpr Field<int32_t> block_size{0, 0};
}  // namespace SpaceToDepthOptions

namespace DepthToSpaceOptions {
inline constexpr Field<int32_t> block_size{0, 0};
}  // namespace DepthToSpaceOptions

namespace ReverseSequenceOptions {
inline constexpr Field<int32_t> seq_dim{0, 0}, batch_dim{1, 0};
}  // namespace ReverseSequenceOptions

namespace OneHotOptions {
inline constexpr Field<int32_t> axis{0, 0};
}  // namespace OneHotOptions

namespace MirrorPadOptions {
inline constexpr Field<uint8_t> mode{0, 0};
}  // namespace MirrorPadOptions

namespace ResizeBilinearOptions {
inline constexpr Field<int32_t> new_height{0, 0}, new_width{1, 0};
inline constexpr Field<bool> align_corners{2, false}, half_pixel_centers{3, false};
}  // namespace ResizeBilinearOptions

namespace ResizeNearestNeighborOptions {
inline constexpr Field<bool> align_corners{0, false}, half_pixel_centers{1, false};
}  // namespace ResizeNearestNeighborOptions

namespace StridedSliceOptions {
inline constexpr Field<int32_t> begin_mask{0, 0}, end_mask{1, 0}, ellipsis_mask{2, 0}, new_axis_mask{3, 0},
    shrink_axis_mask{4, 0};
inline constexpr Field<bool> offset{5, false};
}  // namespace StridedSliceOptions

namespace SVDFOptions {
inline constexpr Field<int32_t> rank{0, 0};
inline constexpr Field<uint8_t> fused_activation_function{1, 0};
inline constexpr Field<bool> asymmetric_quantize_inputs{2, false};
}  // namespace SVDFOptions

namespace LSTMOptions {
inline constexpr Field<uint8_t> fused_activation_function{0, 0};
inline constexpr Field<float> cell_clip{1, 0.0f}, proj_clip{2, 0.0f};
inline constexpr Field<uint8_t> kernel_type{3, 0};
inline constexpr Field<bool> asymmetric_quantize_inputs{4, false};
}  // namespace LSTMOptions

namespace UnidirectionalSequenceLSTMOptions {
inline constexpr Field<uint8_t> fused_activation_function{0, 0};
inline constexpr Field<float> cell_clip{1, 0.0f}, proj_clip{2, 0.0f};
inline constexpr Field<bool> time_major{3, false}, asymmetric_quantize_inputs{4, false},
    diagonal_recurrent_tensors{5, false};
}  // namespace UnidirectionalSequenceLSTMOptions

namespace CallOptions {
inline constexpr Field<uint32_t> subgraph{0, 0};
}  // namespace CallOptions

namespace CallOnceOptions {
inline constexpr Field<int32_t> init_subgraph_index{0, 0};
}  // namespace CallOnceOptions

namespace IfOptions {
inline constexpr Field<int32_t> then_subgraph_index{0, 0}, else_subgraph_index{1, 0};
}  // namespace IfOptions

namespace WhileOptions {
inline constexpr Field<int32_t> cond_subgraph_index{0, 0}, body_subgraph_index{1, 0};
}  // namespace WhileOptions

namespace VarHandleOptions {
inline constexpr VectorField<char> container{0}, shared_name{1};
}  // namespace VarHandleOptions

namespace FakeQuantOptions {
inline constexpr Field<float> min{0, 0.0f}, max{1, 0.0f};
inline constexpr Field<int32_t> num_bits{2, 0};
inline constexpr Field<bool> narrow_range{3, false};
}  // namespace FakeQuantOptions

namespace Operator {
inline constexpr Field<uint32_t> opcode_index{0, 0};
inline constexpr VectorField<int32_t> inputs{1}, outputs{2};
inline constexpr Field<uint8_t> builtin_options_type{3, 0};
inline constexpr TableField builtin_options{4};
inline constexpr VectorField<uint8_t> custom_options{5};
inline constexpr Field<uint8_t> custom_options_format{6, 0};
inline constexpr VectorField<bool> mutating_variable_inputs{7};
inline constexpr VectorField<int32_t> intermediates{8};
inline constexpr Field<uint64_t> large_custom_options_offset{9, 0}, large_custom_options_size{10, 0};
inline constexpr Field<uint8_t> builtin_options_2_type{11, 0};
inline constexpr TableField builtin_options_2{12};
inline constexpr Field<int32_t> debug_metadata_index{13, -1};
}  // namespace Operator

namespace SubGraph {
inline constexpr TablesField tensors{0};
inline constexpr VectorField<int32_t> inputs{1}, outputs{2};
inline constexpr TablesField operators{3};
inline constexpr VectorField<char> name{4};
inline constexpr Field<int32_t> debug_metadata_index{5, -1};
}  // namespace SubGraph

namespace Buffer {
inline constexpr VectorField<uint8_t> data{0};
inline constexpr Field<uint64_t> offset{1, 0}, size{2, 0};
}  // namespace Buffer

namespace Metadata {
inline constexpr VectorField<char> name{0};
inline constexpr Field<uint32_t> buffer{1, 0};
}  // namespace Metadata

namespace TensorMap {
inline constexpr VectorField<char> name{0};
inline constexpr Field<uint32_t> tensor_index{1, 0};
}  // namespace TensorMap

namespace SignatureDef {
inline constexpr TablesField inputs{0}, outputs{1};
inline constexpr VectorField<char> signature_key{2}, deprecated_tag{3};
inline constexpr Field<uint32_t> subgraph_index{4, 0};
}  // namespace SignatureDef

namespace ExternalBufferGroup {
inline constexpr VectorField<char> name{0};
}  // namespace ExternalBufferGroup

namespace ExternalBuffer {
inline constexpr Field<uint32_t> id{0, 0}, group{1, 0};
inline constexpr Field<uint64_t> offset{2, 0}, length{3, 0};
inline constexpr VectorField<char> packing{4};
}  // namespace ExternalBuffer

namespace Model {
inline constexpr Field<uint32_t> version{0, 0};
inline constexpr TablesField operator_codes{1}, subgraphs{2};
inline constexpr VectorField<char> description{3};
inline constexpr TablesField buffers{4};
inline constexpr VectorField<int32_t> metadata_buffer{5};
inline constexpr TablesField metadata{6}, signature_defs{7}, external_buffer_groups{8}, external_buffers{9};
}  // namespace Model

}  // namespace nook::fields
