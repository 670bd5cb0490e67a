"""The operators of the benchmarked models, one by one: a table and a picture."""

# The minimum of instructions per multiply-accumulate, from the core's most powerful instruction.
BOUNDS = {"cortex-m4": (1 / 2, "smlad: 2"), "cortex-m55": (1 / 16, "vmladava: 16")}
COLOURS = {"CONV_2D": "#2f6fb0", "DEPTHWISE_CONV_2D": "#c2571a", "FULLY_CONNECTED": "#3a8f4d"}
BAR, GAP, LABEL, WIDTH, HEAD = 13, 4, 210, 420, 34


def per_mac(op):
    return op["instructions"] / op["macs"]


def rows(figures, names, target):
    """Table rows: model, operator, its kernel, instructions, multiply-accumulates, their ratio."""
    for name in names:
        for op in figures[name, target]["operators"]:
            ratio = f"{per_mac(op):.2f}" if op["macs"] else ""
            yield [name, f"{op['node']} {op['kind']}", f"`{op['kernel']}`", f"{op['instructions']:,}", f"{op['macs']:,}", ratio]


def picture(figures, names, target):
    """An SVG: a bar for each operator that multiplies, as long as its instructions per multiply-accumulate."""
    bound, why = BOUNDS[target]
    operators = {name: [op for op in figures[name, target]["operators"] if op["macs"]] for name in names}
    most = max(per_mac(op) for ops in operators.values() for op in ops)
    scale = WIDTH / most
    lines, y = [], HEAD
    for name, ops in operators.items():
        lines.append(f'<text class="model" x="8" y="{y + 14}">{name}</text>')
        y += 22
        for op in ops:
            ratio = per_mac(op)
            colour = COLOURS.get(op["kind"], "#777777")
            label = f'{op["node"]} {op["kind"].lower()}'
            lines.append(f'<text class="label" x="{LABEL - 8}" y="{y + 10}" text-anchor="end">{label}</text>')
            lines.append(f'<rect x="{LABEL}" y="{y}" width="{max(1, ratio * scale):.1f}" height="{BAR}" fill="{colour}">'
                         f'<title>{name}, {label}: {op["kernel"]}, {op["instructions"]:,} instructions</title></rect>')
            lines.append(f'<text class="value" x="{LABEL + ratio * scale + 5:.1f}" y="{y + 10}">{ratio:.2f}</text>')
            y += BAR + GAP
        y += 8
    at = LABEL + bound * scale
    height, width = y + 10, LABEL + WIDTH + 60
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="Instructions per multiply-accumulate of each operator on {target}">
<style>
text {{ font: 11px system-ui, sans-serif; fill: #222 }} .model {{ font-weight: 600; font-size: 13px }} .value {{ fill: #555 }}
.back {{ fill: #fff }} .bound {{ stroke: #b00020; stroke-dasharray: 3 3 }}
@media (prefers-color-scheme: dark) {{ text {{ fill: #ddd }} .value {{ fill: #aaa }} .back {{ fill: #16181c }} .bound {{ stroke: #ff6b81 }} }}
</style>
<rect class="back" width="{width}" height="{height}"/>
<text class="model" x="8" y="16">Instructions per multiply-accumulate, {target}</text>
<text x="{at + 4:.1f}" y="30">bound {bound:.2f} ({why})</text>
{chr(10).join(lines)}
<line class="bound" x1="{at:.1f}" y1="20" x2="{at:.1f}" y2="{height - 6}"/>
</svg>
"""
