"""Converts the planning cases of TVM's USMP (../shared/planner_cases/usmp_cases.json) to problems for nook plan."""


def cliques(conflicts):
    """Sets of mutually conflicting buffers, such that every conflict is in one of them."""
    open_edges = {frozenset((a, b)) for a in conflicts for b in conflicts[a]}
    found = []
    for edge in sorted(open_edges, key=sorted):
        if edge not in open_edges:
            continue
        clique = set(edge)
        for name in sorted(conflicts, key=lambda n: -len(conflicts[n])):
            if name not in clique and clique <= conflicts[name]:
                clique.add(name)
        open_edges -= {frozenset((a, b)) for a in clique for b in clique if a != b}
        found.append(clique)
    return found


def lives_of(case):
    """Per buffer [[first, last], ...]: as in the case, or one step for each set of conflicts."""
    if all("live_intervals_ticks" in b for b in case["buffers"]):
        lives = {}
        for b in case["buffers"]:
            ticks = b["live_intervals_ticks"]
            lives[b["name"]] = ticks if ticks and isinstance(ticks[0], list) else [ticks]
        return lives
    names = {b["name"] for b in case["buffers"]}
    conflicts = {name: set() for name in names}
    for b in case["buffers"]:
        for other in b["conflicts"]:
            if other in names and other != b["name"]:
                conflicts[b["name"]].add(other)
                conflicts[other].add(b["name"])
    lives = {name: [] for name in names}
    for step, clique in enumerate(cliques(conflicts)):
        for name in clique:
            lives[name].append([2 * step, 2 * step])  # with gaps, so that adjacent steps do not merge into one live range
    return lives


def problem(case):
    """The case in the JSON of nook plan --problem. Constants conflict with constants only, by pool."""
    lives = lives_of(case)
    pools = [{"name": p["name"], "kind": p.get("kind", "workspace"), "align": 1,
              **({"size": p["size_limit"]} if p.get("size_limit") else {})} for p in case["pools"]]
    constant = {p["name"] for p in pools if p["kind"] == "constant"}
    buffers = []
    for b in case["buffers"]:
        is_constant = bool(constant & set(b["pool_candidates"]))
        buffers.append({"name": b["name"], "size": b["size"], "alignment": b["alignment"],
                        "pools": b["pool_candidates"], "lives": [[0, 0]] if is_constant else lives[b["name"]],
                        **({"kind": "constant"} if is_constant else {})})
    return {"pools": pools, "buffers": buffers}


def best_of_tvm(case):
    """Sum of pool sizes of the best valid plan that TVM's planners find; None if there is none."""
    best = None
    for result in case["resimulated_usmp"].values():
        if "pool_sizes" in result and not any(key.startswith("INVALID") for key in result):
            size = sum(result["pool_sizes"].values())
            best = size if best is None else min(best, size)
    return best
