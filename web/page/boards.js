// Boards by their margin, with filters; a click chooses one.
"use strict";

const order = { yes: 0, tight: 1, no: 2 };

// The smaller share of RAM and flash that is left; below 0 it lacks.
function margin(fit) {
  const part = state.about.boards.find((b) => b.board === fit.board);
  return Math.min(fit.ram_spare / part.ram_bytes, fit.flash_spare / part.flash_bytes);
}

function fillBoardFilters() {
  const all = (key) => [["", "any"], ...[...new Set(state.about.boards.map((b) => b[key]))].sort((a, b) => a.localeCompare(b))];
  $("board-core").replaceChildren(...select(all("target")).children);
  $("board-vendor").replaceChildren(...select(all("vendor")).children);
  $("board-ram").replaceChildren(...select([["0", "any"], ...[16, 32, 64, 128, 256, 512, 1024].map((k) => [String(k * 1024), `${k} KiB`])]).children);
  $("board-core").value = $("board-vendor").value = "";
  $("board-ram").value = "0";
}

function passes(fit) {
  const part = state.about.boards.find((b) => b.board === fit.board), word = $("board-find").value.trim().toLowerCase();
  const chosen = (id, value) => !$(id).value || value === $(id).value;
  return (!word || `${fit.board} ${fit.part} ${part.vendor}`.toLowerCase().includes(word)) && chosen("board-core", part.target) && chosen("board-vendor", part.vendor) &&
    part.ram_bytes >= Number($("board-ram").value) && (!$("board-fits").checked || fit.verdict !== "no");
}

function showBoards() {
  if (!state.boards) {
    show("boards", make("p", { class: "note", text: " The boards are being computed …" }));
    return;
  }
  const shown = state.boards.filter(passes).sort((a, b) => order[a.verdict] - order[b.verdict] || margin(b) - margin(a));
  const rows = shown.map((fit) => {
    const part = state.about.boards.find((b) => b.board === fit.board);
    const choose = button(fit.board, () => chooseBoard(fit.board), { class: "link", title: `${fit.part}, ${part.vendor}` });
    return Object.assign([choose, make("span", { class: fit.verdict, text: fit.verdict }),
      `${bytes(fit.ram_bytes + fit.stack_bytes)} of ${bytes(part.ram_bytes)}`, `${bytes(fit.flash_bytes + fit.code_bytes)} of ${bytes(part.flash_bytes)}`,
      fit.verdict === "no" ? "–" : milliseconds(fit.milliseconds_estimate), fit.target, fit.options || "–"],
    fit.board === board().board ? { class: "chosen" } : {});
  });
  const count = { yes: 0, tight: 0, no: 0 };
  for (const fit of state.boards) count[fit.verdict]++;
  $("board-found").textContent = shown.length === state.boards.length ? `${shown.length} boards.` : `${shown.length} of ${state.boards.length} boards.`;
  show("boards", table(`Boards: ${count.yes} fit, ${count.tight} are tight, ${count.no} do not`,
    [["board"], ["fits"], ["RAM", true], ["flash", true], ["ms", true], ["core"], ["with"]], rows));
  rove([...document.querySelectorAll("#boards .link")], $("tab-boards"));
}

function listenToBoards() {
  for (const id of ["board-core", "board-vendor", "board-ram", "board-fits"]) $(id).addEventListener("change", showBoards);
  $("board-find").addEventListener("input", showBoards);
  $("board-filter").addEventListener("submit", (event) => event.preventDefault());
}
