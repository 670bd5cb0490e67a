#!/usr/bin/env -S /usr/bin/python3
"""Makes the folder of a new operator and its line in nook/ops/ops.inc: ./dev new-op NAME CODE --family FAMILY.

It builds as it is; its test fails until the functions that the comments name are written. docs/add-an-op.md says the rest.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPS = ROOT / "nook" / "ops"

HEADER = """/* @UPPER@: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_@UPPER@_@UPPER@_H_
#define NOOK_OPS_@UPPER@_@UPPER@_H_

@body@

#endif
"""
EXTERN = """#ifdef __cplusplus
extern "C" {
#endif

@body@

#ifdef __cplusplus
}
#endif"""

UNARY = {
    "@folder@.h": HEADER.replace("@body@", '#include "nook/ops/families/unary.h"\n\n' + EXTERN.replace(
        "@body@", "/* y[i] = @folder@(x[i]) */\n"
        "void nook_@folder@_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory);")),
    "@folder@_op.h": """#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/@folder@/@folder@.h"

namespace nook {

// y = @folder@(x).
struct @Type@ : PlainOp<@Type@> {
  static constexpr OpCode kCode = OpCode::k@Type@;
  static constexpr const char* kName = "@Type@";
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<UnaryS8<@Type@>, UnaryF32<@Type@>>;

  static Code fill_table(const Attrs& attrs, const NodeView& node, PrepareContext& context, Span<int8_t> table);
  static Span<const Kernel> f32_kernels();
};

using @Type@S8 = UnaryS8<@Type@>;
using @Type@F32 = UnaryF32<@Type@>;

}  // namespace nook
""",
    "@folder@_op.cc": """#include "nook/ops/@folder@/@folder@_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(@Type@F32, nook_@folder@_f32_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

Span<const Kernel> @Type@::f32_kernels() { return kF32; }

// To write: y of each x from -128 to 127, to the bit as TensorFlow Lite computes it.
Code @Type@::fill_table(const Attrs&, const NodeView&, PrepareContext&, Span<int8_t> table) {
  for (int8_t& y : table) y = 0;
  return Code::kOk;
}

}  // namespace nook

NOOK_DEFINE_OP(@Type@, @folder@)
""",
    "f32_ref.c": """#include "nook/ops/@folder@/@folder@.h"

/* To write. */
void nook_@folder@_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)x, (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = 0;
}
""",
    "test.cc": """#include "nook/ops/@folder@/@folder@_op.h"

#include "tests/unary_case.h"

using namespace nook;

namespace {

// To write: the function, and which scales its output may have.
double @folder@_of(double) { return NAN; }
constexpr test::UnaryOf<@Type@, @Type@S8, @Type@F32> kCase = {@folder@_of};

}  // namespace

TEST(@folder@_s8_is_the_function_to_one_step) { kCase.is_the_function_to(1); }

TEST(@folder@_f32_is_the_function) { kCase.is_the_function_in_float(); }

TEST(@folder@_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }
""",
}

MOVEMENT = {
    "@folder@.h": HEADER.replace("@body@", "#include <stdint.h>\n\n" + EXTERN.replace("@body@", """/* To write. */
typedef struct nook_@folder@ {
  int32_t bytes;
} nook_@folder@;

void nook_@folder@_ref(const nook_@folder@* p, const void* x, void* y, void* scratch_memory);""")),
    "@folder@_op.h": """#pragma once
#include "nook/ops/op.h"
#include "nook/ops/@folder@/@folder@.h"

namespace nook {

struct @Type@Any;

// To write: what y is.
struct @Type@ : PlainOp<@Type@> {
  static constexpr OpCode kCode = OpCode::k@Type@;
  static constexpr const char* kName = "@Type@";
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<@Type@Any>;
};

// Any type of whole bytes.
struct @Type@Any {
  using Op = @Type@;
  using Params = nook_@folder@;
  static constexpr const char* kType = "nook_@folder@";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("bytes", p.bytes);
  }
};

}  // namespace nook
""",
    "@folder@_op.cc": """#include "nook/ops/@folder@/@folder@_op.h"

#include "nook/ops/define_op.h"
#include "nook/ops/shared/checks.h"

namespace nook {
namespace {

constexpr Kernel kAny[] = {
    NOOK_KERNEL_ROW(@Type@Any, nook_@folder@_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

Span<const Kernel> @Type@Any::kernels() { return kAny; }

// To write: every check, and what the kernel needs to know.
Result<@Type@Any::Params> @Type@Any::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo& x = node.inputs[0];
  const Code code = check_parts(node, 0, x.shape, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  return Params{x.bytes()};
}

}  // namespace nook

NOOK_DEFINE_OP(@Type@, @folder@)
""",
    "any_ref.c": """#include "nook/ops/@folder@/@folder@.h"

/* To write. */
void nook_@folder@_ref(const nook_@folder@* p, const void* x, void* y, void* scratch_memory) {
  (void)p, (void)x, (void)y, (void)scratch_memory;
}
""",
    "test.cc": """#include "nook/ops/@folder@/@folder@_op.h"

#include "tests/op_case.h"

using namespace nook;

// To write: values by hand, random shapes against the definition, refusals.
TEST(@folder@_computes_what_one_computes_by_hand) {
  test::OpCase<@Type@> c;
  c.in[0] = c.out = test::tensor(DType::kS32, test::shape(2));
  const int32_t x[] = {1, 2};
  const test::Operand in[] = {{x, sizeof x}};
  const auto* p = c.params<@Type@Any>();
  if (p) test::expect_rows<@Type@Any>(*p, in, 1, x, sizeof x, 4);
}
""",
}
FAMILIES = {"unary": UNARY, "movement": MOVEMENT}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("name", help="as the .tflite format writes it: HARD_SWISH")
    parser.add_argument("code", type=int, help="its number there: 117")
    parser.add_argument("--family", choices=FAMILIES, required=True)
    args = parser.parse_args()
    builtins = (ROOT / "nook" / "model" / "builtin_operators.inc").read_text()
    found = re.search(rf"^NOOK_BUILTIN\({args.name}, (\w+), {args.code}\)", builtins, re.M)
    if not found:
        sys.exit(f"new-op: the .tflite format has no operator {args.name} with the number {args.code} "
                 "(nook/model/builtin_operators.inc)")
    kind, folder = found[1], args.name.lower()
    path = OPS / folder
    if path.exists():
        sys.exit(f"new-op: {path.relative_to(ROOT)} is there already")
    names = {"@Type@": kind, "@folder@": folder, "@UPPER@": args.name}
    replaced = lambda text: re.sub(r"@\w+@", lambda word: names[word[0]], text)
    path.mkdir()
    for name, text in FAMILIES[args.family].items():
        (path / replaced(name)).write_text(replaced(text))
    listing = (OPS / "ops.inc").read_text()
    comment = [line for line in listing.splitlines() if not line.startswith("NOOK_OP(")]
    rows = [line for line in listing.splitlines() if line.startswith("NOOK_OP(")]
    rows = sorted(rows + [f"NOOK_OP({kind}, {folder}, {args.code})"])
    (OPS / "ops.inc").write_text("\n".join(comment + rows) + "\n")
    print(f"nook/ops/{folder}: written. Next: the parts that say \"To write\", then ./dev test")


if __name__ == "__main__":
    sys.exit(main())
