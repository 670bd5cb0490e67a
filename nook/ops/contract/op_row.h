// An operator and its forms as data, for the compiler and tools. Each row is defined in its operator's .cc;
// code that reads rows does not include any operator's header.
#pragma once
#include "nook/ops/contract/params_visitor.h"
#include "nook/ops/contract/window_rows.h"
#include "nook/ops/table.h"

namespace nook {

// One form of an operator; `params` is its Params.
struct FormRow {
  const char* type;    // the C name of Params: "nook_conv2d_s8"
  const char* header;  // header that declares the kernels; null: <folder>/<folder>.h
  ByRows rows;
  void (*fields)(ParamsVisitor& visitor, const void* params);
  const void* none;  // Params{}: fields() visits them in order, with their types
  int64_t (*macs)(const void* params);
  Span<const KernelEntry> (*kernels)();
  WindowRows (*window)(const void* params);  // rows of the data operand; null: not ByRows::kWindow
  int32_t (*sum_bytes)(const void* params);  // null: never computed from sums
  bool keeps_state, may_wait;                // state_bytes(), kMayWait
  int32_t (*pieces)(const void* params);     // null: pieces() does not exist
};

struct OpRow {
  OpCode code;
  const char* name;         // name of the struct: "Conv2D"
  const char* custom_name;  // the name of a custom operator in models; null: not a custom operator
  const char* folder;       // below nook/ops
  Signature signature;
  // Parses a node of a model into Attrs, in kMostAttrs bytes.
  Code (*parse)(const NodeView& node, void* attrs);
  Result<Prepared> (*prepare)(const void* attrs, const NodeView& node, PrepareContext& context);
  Span<const FormRow> forms;
  bool renames;  // result 0 is operand 0 under another name: no work if they share memory
};

// Room for Attrs of unknown type.
constexpr size_t kMostAttrs = 96;

template <class Op>
const OpRow& op_row();
// All operators of this build, in the order of ops.inc.
using OpRowOf = const OpRow& (*)();
Span<const OpRowOf> op_rows();

}  // namespace nook
