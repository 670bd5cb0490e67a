"""The GitHub Action (action/) on a repository of two commits, with a server on this machine in the place of GitHub."""
import contextlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import unittest

from cli import DIGITS, DIGITS_FLOAT, HELDOUT, ROOT, SINE, CommandCase, main

ACTION = ROOT / "action"
MARK = "<!-- nook: cost of a model's change -->"


class GitHub(http.server.BaseHTTPRequestHandler):
    """Keeps comments of issues, in pages. `refuses`: the status for writing, as for a token of a fork."""

    def log_message(self, *_):
        pass

    def answer(self, document, status=200):
        text = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def body(self):
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]

    def do_GET(self):
        path, page = re.fullmatch(r"(.*)\?per_page=100&page=(\d+)", self.path).groups()
        self.server.asked.append(("GET", path, self.headers["Authorization"]))
        first = 100 * (int(page) - 1)
        self.answer([{"id": i, "body": body} for i, body in enumerate(self.server.comments)][first:first + 100])

    def do_POST(self):
        self.write(lambda body: self.server.comments.append(body))

    def do_PATCH(self):
        self.write(lambda body: self.server.comments.__setitem__(int(self.path.rsplit("/", 1)[1]), body))

    def write(self, change):
        body = self.body()
        self.server.asked.append((self.command, self.path, self.headers["Authorization"]))
        if self.server.refuses:
            self.answer({"message": "Resource not accessible by integration"}, self.server.refuses)
        else:
            change(body)
            self.answer({})


@contextlib.contextmanager
def github(comments=(), refuses=None):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), GitHub)
    server.comments, server.refuses, server.asked = list(comments), refuses, []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@unittest.skipUnless(shutil.which("git"), "no git")
class Action(CommandCase):
    def setUp(self):
        super().setUp()
        self.repository = self.folder / "repository"
        self.repository.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        self.base = self.commit({"models/net.tflite": DIGITS_FLOAT, "models/same.tflite": SINE, "models/gone.tflite": SINE})
        (self.repository / "models/gone.tflite").unlink()
        self.commit({"models/net.tflite": DIGITS, "models/new.tflite": SINE})

    def git(self, *words):
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")
        return subprocess.run(["git", *who, *words], cwd=self.repository, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, files):
        for name, source in files.items():
            to = self.repository / name
            to.parent.mkdir(exist_ok=True)
            shutil.copy(source, to)
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", "models")
        return self.git("rev-parse", "HEAD")

    def run_action(self, server, event=None, **inputs):
        """Runs the step's own command line with the environment of a runner; `inputs` as in action.yml."""
        file = self.folder / "event.json"
        file.write_text(json.dumps(event or {"pull_request": {"number": 7, "base": {"sha": self.base}}}))
        given = {"models": "models/net.tflite", "target": "cortex-m4", "nook": str(self.nook), "token": "secret", **inputs}
        text = (ACTION / "action.yml").read_text()
        variables = dict(re.findall(r"^        (NOOK_\w+): \$\{\{ inputs\.(\w+) \}\}$", text, re.M))
        self.assertLessEqual(set(given), set(variables.values()))
        environment = {**os.environ, **{name: given.get(part, "") for name, part in variables.items()},
                       "GITHUB_ACTION_PATH": str(ACTION), "GITHUB_EVENT_PATH": str(file), "GITHUB_REPOSITORY": "ada/net",
                       "GITHUB_API_URL": f"http://127.0.0.1:{server.server_address[1]}", "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md"),
                       "no_proxy": "127.0.0.1"}
        step = re.search(r"^      run: (.*)$", text, re.M)[1].replace("python3", sys.executable, 1)
        done = subprocess.run(["bash", "-e", "-c", step], cwd=self.repository, env=environment, capture_output=True, text=True)
        self.assertEqual(self.git("worktree", "list").count("\n"), 0, "a worktree is left")
        self.assertEqual(self.git("status", "--porcelain"), "")
        return done

    def test_a_comment_has_memory_and_accuracy_and_is_replaced(self):
        accuracy = {"data": str(HELDOUT), "labels": str(HELDOUT / "labels.txt"), "evaluate": "--sample-type int8 --scale 0.0625"}
        with github() as server:
            done = self.run_action(server, **accuracy)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual(len(server.comments), 1)
            first = server.comments[0]
            self.assertTrue(first.startswith(MARK + "\n### Cost of this change\n\n**`net` on `cortex-m4`**\n\n"), first)
            for row in (r"RAM \| 5,416 \|", r"stack \| \d+ \|", r"constants in flash \| 18,616 \|", r"accuracy \| \d+\.\d\d % \| \d+\.\d\d % \|"):
                self.assertRegex(first, rf"\n\| {row}")
            self.assertEqual((self.folder / "summary.md").read_text(), first.removeprefix(MARK + "\n"))
            self.commit({"models/net.tflite": SINE})
            self.assertEqual(self.run_action(server).returncode, 0)
            self.assertEqual(len(server.comments), 1)
            self.assertNotEqual(server.comments[0], first)
            path = "/repos/ada/net/issues/7/comments"
            self.assertEqual([(method, where) for method, where, _ in server.asked],
                             [("GET", path), ("POST", path), ("GET", path), ("PATCH", "/repos/ada/net/issues/comments/0")])
            self.assertEqual({token for _, _, token in server.asked}, {"Bearer secret"})

    def test_an_earlier_comment_is_found_on_any_page(self):
        others = ["a comment that quotes\n" + MARK] * 130
        with github([*others, MARK + "\nold"]) as server:
            self.assertEqual(self.run_action(server).returncode, 0)
            self.assertEqual(server.comments[:130], others)
            self.assertEqual(len(server.comments), 131)
            self.assertIn("**`net` on", server.comments[130])

    def test_models_that_are_new_gone_or_unchanged(self):
        with github() as server:
            done = self.run_action(server, models="models/new.tflite\nmodels/same.tflite  models/gone.tflite")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            for words in ("**`new` on `cortex-m4` (new)**", "`models/same.tflite` is unchanged.", "**`gone` on `cortex-m4` (gone)**"):
                self.assertIn(words, server.comments[0])

    def test_options_in_nook_toml_count_as_a_change(self):
        (self.repository / "models/nook.toml").write_text("input-in-scratch = true\n")
        self.commit({})
        with github() as server:
            self.assertEqual(self.run_action(server, models="models/same.tflite").returncode, 0)
            self.assertIn("**`same` on `cortex-m4`**", server.comments[0])

    def test_a_board_has_code_and_time_and_options_count(self):
        with github() as server:
            self.assertEqual(self.run_action(server, target="nrf52840").returncode, 0)
            self.assertRegex(server.comments[0], r"code in flash \| [\d,]+ \| [\d,]+ \|")
            self.assertRegex(server.comments[0], r"milliseconds \| \d+\.\d\d \| \d+\.\d\d \|")
            self.assertEqual(self.run_action(server, options="--input-in-scratch -O ram").returncode, 0)
            self.assertIn("| RAM | 5,160 |", server.comments[0])

    def test_a_token_that_may_not_write_leaves_the_summary(self):
        with github(refuses=403) as server:
            done = self.run_action(server)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("::notice::This token may not write comments (403)", done.stdout)
            self.assertIn("**`net` on", (self.folder / "summary.md").read_text())

    def test_faults_end_the_step_with_an_error(self):
        with github(refuses=500) as server:
            for words, event, inputs in (
                    ("neither in the base nor in this change", None, {"models": "models/none.tflite"}),
                    ("not of a pull request", {"push": 1}, {}), ("accuracy needs both inputs", None, {"data": "x"}),
                    ("names no model", None, {"models": " "}), ("cortex-m99", None, {"target": "cortex-m99"}),
                    ("GitHub refused the comment", None, {}), ("no-such-nook", None, {"nook": "no-such-nook"})):
                done = self.run_action(server, event, **inputs)
                self.assertEqual(done.returncode, 1, (words, done.stdout, done.stderr))
                self.assertRegex(done.stdout, rf"(?m)^::error::.*{words}")
                self.assertNotIn("Traceback", done.stderr)

    def test_action_yml_is_a_composite_action_without_code_of_others(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("no python3-yaml")
        action = yaml.safe_load((ACTION / "action.yml").read_text())
        self.assertEqual(action["runs"]["using"], "composite")
        self.assertFalse([step for step in action["runs"]["steps"] if "uses" in step])
        read = set(re.findall(r'setting\("(\w+)"\)', (ACTION / "model_change.py").read_text()))
        given = {name.removeprefix("NOOK_"): text for name, text in action["runs"]["steps"][0]["env"].items()}
        self.assertEqual(read, set(given), "each variable is read, and each that is read is given")
        self.assertEqual({re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", text)[1] for text in given.values()}, set(action["inputs"]))


if __name__ == "__main__":
    main()
