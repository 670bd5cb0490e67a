"""Writes the cost of a pull request's models into a comment: nook compiles (and, on request, runs) each model as it is
at the base of the pull request and as it is now, and `nook report` compares the two. Needs git and Python alone.

action.yml passes the inputs as variables NOOK_*; GitHub passes GITHUB_EVENT_PATH and the other variables.
"""
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

MARK = "<!-- nook: cost of a model's change -->"  # finds the comment of an earlier run
TIMEOUT = 60  # seconds of a request
MOST = 60_000  # characters: GitHub refuses comments above 65,536


class Fault(Exception):
    """What went wrong, for the log of the run."""


def setting(name):
    return os.environ.get(f"NOOK_{name}", "").strip()


def printed(*words, folder=None, fine=(0,)):
    """The output of a command whose exit code is one of `fine`: nook's 1 says that a model does not fit."""
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True)
    if done.returncode not in fine:
        raise Fault(f"{shlex.join(map(str, words))}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def git(*words):
    """In a container, the repository belongs to another user."""
    return printed("git", "-c", f"safe.directory={pathlib.Path.cwd()}", *words)


def base_tree(base, folder):
    """The files of the base, in a worktree. A shallow clone lacks the commit."""
    try:
        git("cat-file", "-e", f"{base}^{{commit}}")
    except Fault:
        git("fetch", "--quiet", "--depth", "1", "origin", base)
    git("worktree", "add", "--quiet", "--detach", "--force", folder, base)


def place(nook, target):
    """The option for a core or a board."""
    boards = json.loads(printed(nook, "boards", "--json"))["boards"]
    return ("--board" if any(board["name"] == target for board in boards) else "--target", target)


def measure(nook, model, tree, into):
    """Writes what nook says of a model in `tree` into a folder of JSON files."""
    where, options = place(nook, setting("TARGET")), shlex.split(setting("OPTIONS"))
    file, name = tree / model, pathlib.Path(model).stem
    if where[0] == "--board" and not options:  # with the code and the time, without a compiler
        (into / f"{name}.fit.json").write_text(printed(nook, "fit", file, *where, "--json", folder=tree, fine=(0, 1)))
    else:
        with tempfile.TemporaryDirectory() as generated:
            printed(nook, "compile", file, *where, *options, "-o", generated, "--name", "model", folder=tree)
            (into / f"{name}.json").write_text((pathlib.Path(generated) / "model.json").read_text())
    if setting("BENCH") == "true":
        (into / f"{name}.bench.json").write_text(printed(nook, "bench", file, *where, *options, "--json", folder=tree))
    if setting("DATA"):
        # The samples of today measure both models.
        data, labels = pathlib.Path(setting("DATA")).absolute(), pathlib.Path(setting("LABELS")).absolute()
        (into / f"{name}.evaluate.json").write_text(
            printed(nook, "evaluate", file, "--data", data, "--labels", labels, *shlex.split(setting("EVALUATE")), "--json", folder=tree))


def same_files(base, head, name):
    return len({(tree / name).read_bytes() if (tree / name).is_file() else None for tree in (base, head)}) == 1


def cost_of(nook, model, base, head, folder):
    """The tables of a model, or a sentence."""
    old, new = ((tree / model).is_file() for tree in (base, head))
    if not old and not new:
        raise Fault(f"{model} is neither in the base nor in this change: correct the input `models`")
    if same_files(base, head, model) and same_files(base, head, pathlib.Path(model).parent / "nook.toml"):
        return f"`{model}` is unchanged.\n"
    sides = []
    for side, exists, tree in (("base", old, base), ("head", new, head)):
        if not exists:
            sides.append("-")
            continue
        into = folder / side / model.replace("/", "_")
        into.mkdir(parents=True)
        measure(nook, model, tree, into)
        sides.append(into)
    return printed(nook, "report", "--markdown", *sides)


def ask(method, url, body=None):
    token = setting("TOKEN")
    request = urllib.request.Request(url, method=method, data=json.dumps(body).encode() if body else None, headers={
        "Authorization": f"Bearer {token}", "Accept": "application/vnd.github+json", "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
        return json.load(answer)


def earlier_comment(comments):
    """The comment of an earlier run; None: there is none."""
    page = 1
    while True:
        found = ask("GET", f"{comments}?per_page=100&page={page}")
        for comment in found:
            if comment["body"].startswith(MARK):
                return comment
        if len(found) < 100:
            return None
        page += 1


def comment_on(event, text):
    """Writes the comment, or replaces that of an earlier run. A token of a fork may not write: then the summary of the
    run has the tables, and the log says so."""
    api = f"{os.environ['GITHUB_API_URL']}/repos/{os.environ['GITHUB_REPOSITORY']}"
    comments = f"{api}/issues/{event['pull_request']['number']}/comments"
    body = {"body": MARK + "\n" + text}
    try:
        earlier = earlier_comment(comments)
        if earlier:
            ask("PATCH", f"{api}/issues/comments/{earlier['id']}", body)
        else:
            ask("POST", comments, body)
    except urllib.error.HTTPError as error:
        if error.code not in (401, 403, 404):
            raise Fault(f"GitHub refused the comment: {error}") from error
        print(f"::notice::This token may not write comments ({error.code}): the summary of the run has the tables. "
              "The job needs `permissions: pull-requests: write`, which GitHub does not give to forks.")
    except urllib.error.URLError as error:
        raise Fault(f"GitHub does not answer: {error.reason}") from error


def run(scratch):
    event = json.loads(pathlib.Path(os.environ["GITHUB_EVENT_PATH"]).read_text())
    if "pull_request" not in event:
        raise Fault("this event is not of a pull request: use `on: pull_request`")
    if bool(setting("DATA")) != bool(setting("LABELS")):
        raise Fault("accuracy needs both inputs, `data` and `labels`")
    models = shlex.split(setting("MODELS"))
    if not models:
        raise Fault("the input `models` names no model")
    head, base, nook = pathlib.Path.cwd(), scratch / "base_tree", setting("COMMAND") or "nook"
    base_tree(event["pull_request"]["base"]["sha"], base)
    try:
        tables = "\n".join(cost_of(nook, model, base, head, scratch) for model in models)
    finally:
        git("worktree", "remove", "--force", base)
    text = "### Cost of this change\n\n" + tables
    if len(text) > MOST:
        text = text[:MOST].rsplit("\n", 1)[0] + "\n\nThe summary of the run has the rest.\n"
    print(tables)
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with open(summary, "a", encoding="utf-8") as file:
            file.write("### Cost of this change\n\n" + tables)
    comment_on(event, text)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        try:
            run(pathlib.Path(scratch))
        except (Fault, FileNotFoundError) as fault:
            print(f"::error::{' '.join(str(fault).split())}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
