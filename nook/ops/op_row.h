// An operator and its forms as data: what the compiler and tools see of them. Each row is defined in the
// operator's own .cc; who reads rows includes no operator's header.
#pragma once
#include "nook/ops/params_visitor.h"
#include "nook/ops/table.h"

namespace nook {

// Which rows of the first operand one row of a window's output needs: [y * stride - before, y * stride +
// reach).
struct WindowRows {
  int32_t stride = 1, before = 0, reach = 1;
};

// One form of an operator; `params` is its Params.
struct FormRow {
  const char* type;    // the C name of Params: "nook_conv2d_s8"
  const char* header;  // that declares the kernels; null: <folder>/<folder>.h
  ByRows rows;
  void (*fields)(ParamsVisitor& visitor, const void* params);
  const void* none;  // Params{}: fields() of them has their types and order
  int64_t (*macs)(const void* params);
  Span<const Kernel> (*kernels)();
  WindowRows (*window)(const void* params);  // null: not ByRows::kWindow
  int32_t (*sum_bytes)(const void* params);  // null: never made of sums
  bool keeps_state, may_wait;                // state_bytes(), kMayWait
};

struct OpRow {
  OpCode code;
  const char* name;         // of the struct: "Conv2D"
  const char* custom_name;  // what models call a custom operator; null: it is none
  const char* folder;       // below nook/ops
  Signature signature;
  // Attrs from a node of a model, into kMostAttrs bytes.
  Code (*parse)(const NodeView& node, void* attrs);
  Result<Prepared> (*prepare)(const void* attrs, const NodeView& node, PrepareContext& context);
  Span<const FormRow> forms;
  bool renames;  // result 0 is operand 0 under another name: nothing to do where they are the same memory
};

// Where Attrs are kept whose type is not known.
constexpr size_t kMostAttrs = 96;

template <class Op>
const OpRow& op_row();
// Of all operators of this build, in the order of ops.inc.
using OpRowOf = const OpRow& (*)();
Span<const OpRowOf> op_rows();
// Null: there is no such one.
const OpRow* find_row(int32_t code);

}  // namespace nook
