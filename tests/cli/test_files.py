"""Which files are written and which are not: the user's files, killed processes, full disks."""
import collections
import contextlib
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
import unittest

from cli import DIGITS, INPUT_OUTPUT, OK, SINE, SINE_GOLDEN, CommandCase, main

LIST = ".nook-files"
COMPILE = ("compile", SINE, "--target", "host", "-o", "out")
MINE = b"the user's own\n"
SURVIVED = collections.Counter()  # survived accidents, by kind


def tearDownModule():  # noqa: N802, unittest's name
    print("survived: " + ", ".join(f"{count} {kind}" for kind, count in sorted(SURVIVED.items())))


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


class FilesCase(CommandCase):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"

    def check_list(self, folder):
        """The list contains exactly the files that nook wrote, in the form that sha256sum reads."""
        checked = subprocess.run(["sha256sum", "--strict", "-c", LIST], cwd=folder, capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertEqual(checked.stdout.count(": OK"), len(contents(folder)) - 1)

    def no_temporaries(self, folder):
        self.assertEqual([p for p in folder.rglob(".nook-new-*")], [])


class WhatIsTheUsers(FilesCase):
    # Every command that writes, and a file that it would write.
    WRITERS = (
        (("compile", SINE, "--target", "host", "-o", "."), "sine.c"),
        (("compile", SINE, "--target", "host", "--standalone", "-o", "."), "README.md"),
        (("compile", SINE, "--target", "host", "--standalone", "-o", "."), "nook/nook.h"),
        (("compile", SINE, "--target", "host", "--archive", "mlf", "-o", "."), "sine.tar"),
        (("compile", SINE, "--target", "host", "--format", "managed", "-o", "."), "sine_model.h"),
        (("compile", SINE, "--target", "host", "--format", "weights", "-o", "."), "sine_weights.h"),
        (("compile", SINE, "--target", "host", "--declare-memory", "--linker-script", "-o", "."), "sine.ld"),
        (("compile", SINE, "--target", "host", "--dump-ir", "ir.txt", "-o", "o"), "ir.txt"),
        (("analyze", SINE, "--dump-ir", "./"), "00_import.txt"),
        (("plan", SINE, "-o", "plan.json"), "plan.json"), (("plan", SINE, "-o", "plan.csv"), "plan.csv"),
        (("plan", SINE, "-o", "plan.h"), "plan.h"), (("plan", SINE, "--embed", "planned.tflite"), "planned.tflite"),
        (("plan", "--models", SINE, DIGITS, "--header", "shared.h"), "shared.h"),
        (("map", SINE, "-o", "map.svg"), "map.svg"), (("map", SINE, "-o", "map.html"), "map.html"),
        (("pack", SINE, "--target", "cortex-m4", "-o", "weights.bin"), "weights.bin"),
        (("pack", SINE, "--target", "cortex-m4", "-o", "weights.c"), "weights.c"),
        (("supported-ops", "--model", SINE, "--emit-resolver", "resolver.cc"), "resolver.cc"))

    def test_is_never_overwritten_unless_forced_and_nook_s_own_files_are(self):
        for k, (arguments, name) in enumerate(self.WRITERS):
            with self.subTest(arguments=arguments, name=name):
                folder = self.folder / str(k)
                folder.mkdir()
                (folder / name).parent.mkdir(exist_ok=True)
                (folder / name).write_bytes(MINE)
                done = self.run_nook(*arguments, folder=folder)
                self.assertEqual(done.returncode, INPUT_OUTPUT, done.stderr)
                self.assertRegex(done.stderr, rf"error\[N4011\] (\./)?{name}: exists, and nook did not write it")
                self.assertIn("--force", done.stderr)
                self.assertEqual(contents(folder), {name: MINE})  # nothing else was written, either
                self.done(*arguments, "--force", folder=folder)
                forced = contents(folder)
                self.assertNotEqual(forced[name], MINE)
                self.assertIn(LIST, forced)
                self.done(*arguments, folder=folder)
                (folder / name).write_bytes(forced[name] + b"\n")
                self.assertIn(f"{name}: has changed since nook wrote it",
                              self.run_nook(*arguments, folder=folder).stderr)
                self.assertEqual((folder / name).read_bytes(), forced[name] + b"\n")

    def test_outputs_of_runs_too(self):
        """Expected results stored with the inputs are not replaced by the model's current outputs."""
        golden = self.folder / "golden"
        shutil.copytree(SINE_GOLDEN, golden)
        (golden / "run3_output0.bin").write_bytes(b"?")
        self.refused(INPUT_OUTPUT, "N4011", "run", SINE, "--target", "host", "--input-dir", golden, "--output-dir", golden,
                     says=("run3_output0.bin: exists", "--force"))
        self.assertEqual((golden / "run3_output0.bin").read_bytes(), b"?")
        run = ("run", SINE, "--target", "host", "--input-dir", golden, "--output-dir", "out")
        self.done(*run)
        self.done(*run)
        self.check_list(self.out)

    def test_all_that_is_in_the_way_is_counted_and_only_the_first_named(self):
        self.out.mkdir()
        for name in ("sine.c", "sine.h", "sine.json"):
            (self.out / name).write_bytes(MINE)
        self.refused(INPUT_OUTPUT, "N4011", *COMPILE, says=("out/sine.h: exists", "like 2 more files", "nothing was written"))

    def test_an_input_is_never_overwritten_not_even_by_force(self):
        model = self.folder / "m.tflite"
        model.write_bytes(SINE.read_bytes())
        os.symlink("m.tflite", self.folder / "link.tflite")
        (self.folder / "p.json").write_text('{"buffers": [{"name": "a", "size": 1, "first": 0, "last": 1}]}')
        self.done("plan", "m.tflite", "-o", "plan.csv")
        for arguments in (("plan", "m.tflite", "--embed", "m.tflite"), ("plan", "m.tflite", "--embed", "./x/../m.tflite"),
                          ("plan", "m.tflite", "--embed", "link.tflite"), ("plan", "link.tflite", "--embed", "m.tflite"),
                          ("pack", "m.tflite", "--target", "cortex-m4", "-o", "m.tflite"),
                          ("analyze", "m.tflite", "--dump-ir", "m.tflite"),
                          ("supported-ops", "--model", "m.tflite", "--emit-resolver", "m.tflite"),
                          ("plan", "--problem", "p.json", "-o", "p.json"),
                          ("plan", "m.tflite", "--plan", "plan.csv", "-o", "plan.csv"),
                          ("compile", "m.tflite", "--target", "host", "-o", ".", "--name", "net", "--pools", "net.json"),):
            if "--pools" in arguments:
                (self.folder / "net.json").write_text('{"pools": [{"name": "sram"}, {"name": "flash", "kind": "constant"}]}')
            before = contents(self.folder)
            with self.subTest(arguments=arguments):
                for force in ((), ("--force",)):
                    done = self.run_nook(*arguments, *force)
                    self.assertEqual(done.returncode, INPUT_OUTPUT, done.stderr)
                    self.assertTrue(done.stderr.startswith("error[N4012] "), done.stderr)
                    self.assertEqual(contents(self.folder), before)

    def test_two_models_share_a_folder_and_each_replaces_its_own(self):
        for _ in range(2):
            for level in ("time", "size"):
                for model in (SINE, DIGITS):
                    self.done("compile", model, "--target", "cortex-m4", "-O", level, "--standalone", "-o", "out")
        self.check_list(self.out)

    def test_a_file_with_the_same_bytes_stays_the_user_s(self):
        self.done(*COMPILE)
        (self.out / LIST).unlink()  # as older versions of nook, or repositories without hidden files, leave a folder
        self.done(*COMPILE)
        self.refused(INPUT_OUTPUT, "N4011", *COMPILE, "-O", "time", "--no-passes", says=("out/sine.", "--force"))
        self.done(*COMPILE, "-O", "time", "--no-passes", "--force")
        self.done(*COMPILE)

    def test_an_empty_file_may_be_overwritten(self):
        (self.folder / "plan.json").touch()
        self.done("plan", SINE, "-o", "plan.json")
        self.assertTrue((self.folder / "plan.json").read_bytes())

    def test_a_malformed_list(self):
        self.out.mkdir()
        for text in (b"", b"mine", b"# The files here that nook wrote, and their SHA-256: it replaces no others.\nmine\n"):
            (self.out / LIST).write_bytes(text)
            self.refused(INPUT_OUTPUT, "N4011", *COMPILE, says=(LIST, "move it away"))
            self.assertEqual(contents(self.out), {LIST: text})


class Places(FilesCase):
    def test_a_link_stays_and_its_target_is_as_safe_as_a_file(self):
        target = self.folder / "elsewhere.json"
        target.write_bytes(MINE)
        (self.folder / "plan.json").symlink_to(target)
        self.refused(INPUT_OUTPUT, "N4011", "plan", SINE, "-o", "plan.json")
        self.done("plan", SINE, "-o", "plan.json", "--force")
        self.done("plan", SINE, "-o", "plan.json")
        self.assertTrue((self.folder / "plan.json").is_symlink())
        self.assertTrue(target.read_bytes().startswith(b"{"))

    def test_pipes_and_devices_are_written_as_they_are(self):
        pipe = self.folder / "pipe.txt"
        os.mkfifo(pipe)
        self.refused(INPUT_OUTPUT, "N4002", "analyze", SINE, "--dump-ir", pipe, says=("pipe.txt", "no process reads this pipe"))
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
            end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # provides a reader before cat starts
            self.done("analyze", SINE, "--dump-ir", pipe)
            self.assertTrue(reader.communicate()[0].startswith(b"# after: import") or os.read(end, 20))
            os.close(end)
        self.assertIn("# after: import", self.done("analyze", SINE, "--dump-ir", "/dev/stdout"))
        self.done("analyze", SINE, "--dump-ir", "/dev/null")
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())
        self.out.mkdir()
        os.mkfifo(self.out / "sine.c")
        self.refused(INPUT_OUTPUT, "N4002", *COMPILE, says=("out/sine.c: is not a regular file",))
        self.assertEqual(len(list(self.out.iterdir())), 1)

    def test_missing_parents_are_created_and_removed_if_it_fails(self):
        self.done("plan", SINE, "-o", "a/b/c/plan.json")
        self.assertTrue((self.folder / "a/b/c/plan.json").exists())
        done = self.run_nook("plan", SINE, "-o", "d/e/" + "x" * 300 + ".json")
        self.assertEqual(done.returncode, INPUT_OUTPUT)
        self.assertIn("File name too long", done.stderr)
        self.assertFalse((self.folder / "d").exists())
        self.assertEqual(self.run_nook("compile", SINE, "--target", "host", "-o", "y" * 5000).returncode, INPUT_OUTPUT)

    def test_any_name_that_a_file_can_have(self):
        for name in ("a b.json", "it's.json", '"q".json', "a\nb.json", "a\\nb.json", "-x.json", "\x1b[31m.json", "..json"):
            for _ in range(2):
                self.done("plan", SINE, f"--output={self.folder / 'n' / name}")
            self.assertTrue((self.folder / "n" / name).exists(), name)
        self.check_list(self.folder / "n")

    def test_the_mode_of_a_file_stays(self):
        self.done(*COMPILE)
        (self.out / "sine.c").chmod(0o600)
        self.done(*COMPILE, "--no-passes", "-O", "time")
        self.assertEqual((self.out / "sine.c").stat().st_mode & 0o777, 0o600)

    def test_processes_that_write_into_one_folder_at_once(self):
        commands = [[self.nook, "compile", model, "--target", target, "--name", f"{model.stem}_{target[-2:]}", "-o", self.out]
                    for model in (SINE, DIGITS) for target in ("cortex-m0", "cortex-m4", "cortex-m7")]
        running = [subprocess.Popen(c, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for c in commands]
        for process in running:
            errors = process.communicate()[1]
            self.assertEqual(process.returncode, OK, errors)
        self.check_list(self.out)
        self.assertEqual(len(contents(self.out)), 6 * 9 + 1)


class Killed(FilesCase):
    """Two versions of a folder: after any accident every file is whole, in one version or the other, and the next run
    repairs the folder."""
    NEW = (*COMPILE, "--no-passes", "-O", "time", "--standalone")

    @classmethod
    def setUpClass(cls):
        cls.tools = pathlib.Path(tempfile.mkdtemp(prefix="nook_crash_"))
        cls.addClassCleanup(shutil.rmtree, cls.tools)
        cls.shim = cls.tools / "crash.so"
        built = subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", cls.shim, pathlib.Path(__file__).with_name("crash.c"),
                                "-ldl"], capture_output=True, text=True)
        if built.returncode:
            raise unittest.SkipTest(built.stderr)

    def setUp(self):
        super().setUp()
        self.done(*COMPILE)
        self.done("compile", SINE, "--target", "cortex-m0", "--name", "other", "-o", "out")
        self.before = contents(self.out)
        shutil.copytree(self.out, self.folder / "whole")
        self.done(*self.new("whole"))
        self.whole = contents(self.folder / "whole")
        (self.out / "mine.c").write_bytes(MINE)
        shutil.copytree(self.out, self.folder / "start")

    def new(self, folder):
        return [folder if word == "out" else word for word in self.NEW]

    def restart(self):
        shutil.rmtree(self.out)
        shutil.copytree(self.folder / "start", self.out)

    def check_whole(self):
        """Each file has its old or its new bytes."""
        for name, content in contents(self.out).items():
            base = pathlib.Path(name).name
            if base == LIST or base.startswith(".nook-new-"):
                continue
            expected = (MINE,) if name == "mine.c" else (self.before.get(name), self.whole.get(name))
            self.assertIn(content, expected, name)
        self.assertLessEqual(set(self.before), set(contents(self.out)))

    def check_heals(self):
        self.assertEqual(self.crash().returncode, OK)
        self.no_temporaries(self.out)
        now = contents(self.out)
        self.assertEqual(now.pop("mine.c"), MINE)
        self.assertEqual(now, self.whole)

    def crash(self, **variables):
        return self.run_nook(*self.NEW, environment={"LD_PRELOAD": str(self.shim), **variables})

    def test_at_every_call_that_changes_the_file_system(self):
        log = self.folder / "calls"
        self.assertEqual(self.crash(CRASH_LOG=str(log)).returncode, OK)
        calls = int(log.read_text())
        self.assertGreater(calls, 60)
        for n in range(1, calls + 1):
            with self.subTest(call=n):
                self.restart()
                self.assertEqual(self.crash(CRASH_AT=str(n)).returncode, -signal.SIGKILL)
                self.check_whole()
                SURVIVED["kills"] += 1
                if n % 4 == 0 or n > calls - 30:
                    self.check_heals()

    def test_a_disk_that_is_full_from_any_call_on_changes_nothing(self):
        self.restart()
        start, done = contents(self.out), None
        for n in range(1, 500, 3):
            done = self.crash(FULL_AT=str(n))
            if done.returncode == OK:
                break
            with self.subTest(call=n):
                self.assertEqual(done.returncode, INPUT_OUTPUT, done.stderr)
                self.assertIn("error[N4002] out/", done.stderr)
                self.assertIn("No space left on device", done.stderr)
                self.assertEqual(contents(self.out), start)
                SURVIVED["full disks"] += 1
        self.assertEqual(done.returncode, OK)
        self.check_heals()

    def test_a_limit_on_the_size_of_files(self):
        """ulimit -f: a write error, not a signal."""
        start, k = contents(self.out), 0
        self.done(*self.new("alone"))
        largest = max(map(len, contents(self.folder / "alone").values()))
        for k in range(0, largest + 1024, 1024):
            def limit(bytes_=k):
                resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_, bytes_))
            done = subprocess.run([self.nook, *map(str, self.NEW)], cwd=self.folder, preexec_fn=limit, capture_output=True, text=True)
            with self.subTest(limit=k):
                if k < largest:
                    self.assertEqual(done.returncode, INPUT_OUTPUT, done.stderr)
                    self.assertIn("File too large", done.stderr)
                    self.assertEqual(contents(self.out), start)
                    SURVIVED["limits on the size of files"] += 1
                else:
                    self.assertEqual(done.returncode, OK, done.stderr)
        self.check_heals()

    @contextlib.contextmanager
    def small_disk(self, kib):
        disk = self.folder / "disk"
        disk.mkdir(exist_ok=True)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", disk], capture_output=True)
        if mounted.returncode:
            self.skipTest("may not mount a tmpfs here")
        try:
            yield disk
        finally:
            subprocess.run(["umount", disk], check=True)

    def test_a_real_disk_that_is_full(self):
        for kib in (4, 16, 40, 64, 1000):
            with self.small_disk(kib) as disk, self.subTest(kib=kib):
                done = self.run_nook(*self.new(disk / "out"))
                if kib < 1000:
                    self.assertEqual(done.returncode, INPUT_OUTPUT, done.stderr)
                    self.assertIn("No space left on device", done.stderr)
                    self.assertEqual(list(disk.iterdir()), [])
                    SURVIVED["full disks"] += 1
                else:
                    self.assertEqual(done.returncode, OK, done.stderr)

    def test_at_any_time(self):
        for k in range(10):
            self.restart()
            process = subprocess.Popen([self.nook, *map(str, self.NEW)], cwd=self.folder, stdout=subprocess.DEVNULL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.01 + 0.004 * k)
            process.kill()
            process.wait()
            self.check_whole()
            SURVIVED["kills"] += 1
            self.check_heals()


if __name__ == "__main__":
    main()
