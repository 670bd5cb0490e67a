#!/usr/bin/env -S /usr/bin/python3
"""Makes the folder of a new operator and its line in nook/ops/ops.inc: ./dev new-op NAME CODE --family FAMILY.

It builds as it is; its test fails until the functions that the comments name are written. docs/add-an-op.md says the rest.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

HEADER = """/* @UPPER@: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_@UPPER@_@UPPER@_H_
#define NOOK_OPS_@UPPER@_@UPPER@_H_

@body@

#endif
"""
EXTERN = """NOOK_BEGIN_C

@body@

NOOK_END_C"""

UNARY = {
    "@folder@.h": HEADER.replace("@body@", '#include "nook/core/c_linkage.h"\n#include "nook/ops/families/unary.h"\n\n' + EXTERN.replace(
        "@body@", "/* y[i] = @folder@(x[i]) */\n"
        "nook_unary_f32_kernel nook_@folder@_f32_ref;")),
    "@folder@_op.h": """#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/@folder@/@folder@.h"

namespace nook {

// y = @folder@(x).
struct @Type@ : UnaryOp<@Type@, OpCode::k@Type@> {
  using Forms = List<UnaryS8<@Type@>, UnaryF32<@Type@>>;
};

}  // namespace nook
""",
    "@folder@_op.cc": """#include "nook/ops/@folder@/@folder@_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_@folder@_f32_ref, in_place, UnaryF32<@Type@>)

// To write: y of each x from -128 to 127, to the bit as TensorFlow Lite computes it.
template <>
Code UnaryS8<@Type@>::fill_table(const Op::Attrs&, const TableOf& of) {
  return of.fill([](int32_t) { return 0; });
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
constexpr test::UnaryOf<@Type@> kCase = {@folder@_of};

}  // namespace

TEST(@folder@_s8_is_the_function_to_one_step) { kCase.is_the_function_to(1); }

TEST(@folder@_f32_is_the_function) { kCase.is_the_function_in_float(); }

TEST(@folder@_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }
""",
}

MOVEMENT = {
    "@folder@_op.h": """#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// To write: what y is.
struct @Type@ : UnaryOp<@Type@, OpCode::k@Type@> {
  using Forms = List<MovedAny<@Type@>>;
};

}  // namespace nook
""",
    "@folder@_op.cc": """#include "nook/ops/@folder@/@folder@_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

// To write: every check, the shape of y, and for each of its dimensions how far apart elements are in x.
template <>
Result<nook_movement> MovedAny<@Type@>::sources(const Op::Attrs&, const NodeView& node,
                                                PrepareContext& context) {
  const Shape& y = node.outputs[0].shape;
  int32_t stride[kMaxRank] = {};
  return make_gather(y, 0, stride, size_of(node.inputs[0].type), context);
}

}  // namespace nook

NOOK_DEFINE_OP(@Type@, @folder@)
""",
    "test.cc": """#include "nook/ops/@folder@/@folder@_op.h"
#include "tests/movement_case.h"

using namespace nook;

// To write: random shapes and options, which element of x each element of y is, refusals.
TEST(@folder@_equals_the_definition_on_random_shapes) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    test::Rng rng(seed);
    test::OpCase<@Type@> c;
    const Shape x = test::random_shape(rng, 1, 400);
    c.in[0] = c.out = test::tensor(test::moved_type(seed), x);
    test::expect_moved<MovedAny<@Type@>>(
        rng, c, [&](const int32_t* position) -> int32_t { return test::element_at(x, position); });
  }
}
""",
}
FAMILIES = {"unary": UNARY, "movement": MOVEMENT}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("name", help="as the .tflite format writes it: HARD_SWISH")
    parser.add_argument("code", type=int, help="its number there: 117")
    parser.add_argument("--family", choices=FAMILIES, required=True)
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="of the source tree (default: this one)")
    args = parser.parse_args()
    ops = args.root / "nook" / "ops"
    builtins = (args.root / "nook" / "model" / "builtin_operators.inc").read_text()
    found = re.search(rf"^NOOK_BUILTIN\({args.name}, (\w+), {args.code}\)", builtins, re.M)
    if not found:
        sys.exit(f"new-op: the .tflite format has no operator {args.name} with the number {args.code} "
                 "(nook/model/builtin_operators.inc)")
    kind, folder = found[1], args.name.lower()
    path = ops / folder
    if path.exists():
        sys.exit(f"new-op: {path.relative_to(args.root)} is there already")
    names = {"@Type@": kind, "@folder@": folder, "@UPPER@": args.name}
    replaced = lambda text: re.sub(r"@\w+@", lambda word: names[word[0]], text)
    path.mkdir()
    for name, text in FAMILIES[args.family].items():
        (path / replaced(name)).write_text(replaced(text))
    formatter = shutil.which("clang-format-14")
    if formatter:  # the lengths of names vary
        subprocess.run([formatter, "-i", *path.iterdir()], check=True)
    listing = (ops / "ops.inc").read_text()
    comment = [line for line in listing.splitlines() if not line.startswith(("NOOK_OP(", "NOOK_CUSTOM_OP(", "#"))]
    custom = [line for line in listing.splitlines() if line.startswith(("NOOK_CUSTOM_OP(", "#"))]
    rows = [line for line in listing.splitlines() if line.startswith("NOOK_OP(")]
    rows = sorted(rows + [f"NOOK_OP({kind}, {folder}, {args.code})"])
    (ops / "ops.inc").write_text("\n".join(comment + rows + custom) + "\n")
    print(f"nook/ops/{folder}: written. Next: the parts that say \"To write\", then ./dev test")


if __name__ == "__main__":
    sys.exit(main())
