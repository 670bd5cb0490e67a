// Where memory goes, the inputs and outputs, the command.
"use strict";

// A bar of parts and a table with the same colours: [[name, bytes, colour, remark]].
function showStack(id, rolesId, parts, of) {
  const most = Math.max(of, parts.reduce((sum, [, size]) => sum + size, 0), 1);
  show(id, ...parts.filter(([, size]) => size > 0).map(([name, size, colour]) =>
    make("i", { style: `--part:${size / most};background:var(--${colour})`, title: `${name}: ${number(size)} bytes` })));
  const sum = parts.reduce((total, [, size]) => total + size, 0);
  const rows = parts.map(([name, size, colour, remark]) => [
    make("span", {}, make("span", { class: "swatch", style: `background:var(--${colour})` }), name), number(size), remark]);
  rows.push(["left of " + bytes(of), number(of - sum), of < sum ? make("span", { class: "no", text: "too little" }) : ""]);
  show(rolesId, table(id, [["role"], ["bytes", true], [""]], rows));
}

function showOverview() {
  const { needs, report, command } = state.answer, part = board(), memory = report.memory;
  const optimal = memory.scratch.every((pool) => pool.bytes === pool.lower_bound);
  showStack("ram-bar", "roles", [
    ["scratch", needs.scratch_bytes, "c2", optimal ? "no plan needs less" : "planned in " + memory.scratch.length + " pools"],
    ["inputs and outputs", needs.interface_bytes, "c1", "buffers of the application"],
    ["state", needs.persistent_bytes, "c3", "kept between two inferences"],
    ["stack of a run", needs.stack_bytes, "c4", "at most"]], part.ram_bytes);
  showStack("flash-bar", "flash-roles", [
    ["weights and tables", needs.constant_bytes, "c3", ""],
    ["code", needs.code_bytes, "c5", "kernels and generated functions"]], part.flash_bytes);
  const peak = memory.scratch.map((pool) => pool.peak?.operator).filter(Boolean);
  $("peak").textContent = `${number(state.model.length)} bytes of model, ${report.operators.length} operators, ${number(needs.macs)} multiply-accumulates.` +
    (peak.length ? ` The scratch is largest at operator ${peak.join(", ")}.` : "");
  const row = (kind) => (t) => [t.name, kind, t.type, t.shape.join(" × "), t.scale === undefined || t.scale === null ? "–" : real(t.scale), t.zero_point ?? "–", number(t.bytes), t.in_scratch ? "in the scratch" : "of the application"];
  show("interface", table("Inputs and outputs", [["name"], [""], ["type"], ["shape"], ["scale", true], ["zero", true], ["bytes", true], ["buffer"]],
    [...report.inputs.map(row("input")), ...report.outputs.map(row("output"))]));
  // Lines break between words only, never within an option.
  const line = `${command}${commandFormat()} -o ${report.name}`;
  show("command", ...line.split(" ").flatMap((word, i) => (i ? [" ", make("span", { text: word })] : [make("span", { text: word })])));
}
