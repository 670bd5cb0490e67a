"""Faults that were once planted by hand and that no test noticed at the time: they are among the mutants of every run
over all folders."""
from changes import Mutant
from text import line_of

# File, kind of the region, the region's text, and the replacement.
FAULTS = [
    ("nookc/study/judge/scores.cc", "statement",
     "better += row[static_cast<size_t>(c)] > own || (row[static_cast<size_t>(c)] == own && c < label);",
     "better += row[static_cast<size_t>(c)] > own || (row[static_cast<size_t>(c)] == own && c > label);"),
    ("nookc/study/quantize/histogram.cc", "expression", "static_cast<double>(total) * (100 - percent) / 100",
     "static_cast<double>(total) * (100 - percent) / 100 * 1.7"),
    ("nookc/study/fit/fit.cc", "expression", "!pool.constant && pool.size >= fit.needs.ram()",
     "!pool.constant && pool.size + 512 >= fit.needs.ram()"),
    ("nookc/middle/plan/solving/solve.cc", "statement",
     "s->optimal = nook::pool_count(problem) == 1 && s->heights[0] == s->lower_bounds[0];",
     "s->optimal = nook::pool_count(problem) == 1 && s->heights[0] <= s->lower_bounds[0] + 16;"),
    ("nook/interp/access.cc", "condition", "self->variables", "nullptr"),
    ("nook/interp/access.cc", "statement",
     "memset(self->persistent + where_of(places[t]), size.zero, size.bytes);", ""),
    ("nookc/core/model_size.cc", "condition", "operators > kMostOperators", "operators > kMostOperators / 10"),
    ("nookc/core/model_size.cc", "condition", "tensors > kMostTensors", "tensors > kMostTensors / 10"),
    ("nookc/study/quantize/equalize.cc", "expression", "!a->has_bias || readers[index(first.in[a->bias])] == 1", "true"),
    ("nookc/middle/plan/placing/place.cc", "statement", "buffer_of(t, exit_, nook::BufferKind::kInput);",
     "buffer_of(t, exit_ - 2, nook::BufferKind::kInput);"),
]


def mutants(tree, first):
    """The faults whose text still exists, numbered from `first` on."""
    found = []
    for file, kind, before, after in FAULTS:
        source = (tree / file).read_text(encoding="utf-8") if (tree / file).exists() else ""
        at = source.find(before)
        if at >= 0:
            found.append(Mutant(file, line_of(source, at), "planted", (at, at + len(before), kind), before, after,
                                number=first + len(found)))
    return found


def across(a, b):
    """Whether two mutants change overlapping text, so that they can't be in one build."""
    return a.file == b.file and a.region != b.region and a.region[0] < b.region[1] and b.region[0] < a.region[1]


def added(drawn, tree):
    """The drawn mutants that overlap none of these, and these."""
    faults = mutants(tree, 1 + max((m.number for m in drawn), default=0))
    return [m for m in drawn if not any(across(m, f) for f in faults)] + faults
