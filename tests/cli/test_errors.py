"""Bad command lines, files and programs: each gives one error that names the thing, the need, the have and the way
out."""
import json
import os
import resource
import stat
import subprocess
import unittest

from cli import (DIGITS, HAS_CORTEX_M, HELDOUT, INPUT_OUTPUT, SINE, SINE_GOLDEN, USAGE, CommandCase, main)

NOBODY = 65534
RUN = ("run", SINE, "--input-dir", SINE_GOLDEN, "--output-dir", "out")
COMPILE = ("compile", DIGITS, "--target", "host", "-o", "out")


class Usage(CommandCase):
    def test_subcommands(self):
        for arguments, words in (((), "a subcommand is needed"), (("frob",), "there is no subcommand 'frob'")):
            self.refused(USAGE, "N2000", *arguments, says=(words, "analyze, inspect, fit", "nook --help"))
        for word, words in (("--verison", "have '--verison'; did you mean '--version'?"), ("-x", "have '-x'")):
            self.refused(USAGE, "N2000", word, says=("need a subcommand, " + words, "nook --help"))

    def test_a_missing_option_is_shown_in_an_example(self):
        self.refused(USAGE, "N2000", "compile", DIGITS, says=("--output is required", "as in nook compile kws.tflite --target cortex-m4 -o "))
        self.assertIn("--dump-ir: need a value, FILE|FOLDER, have none", self.run_nook(*COMPILE, "--dump-ir").stderr)

    def test_flags_and_values(self):
        out = ("-o", "out")
        host = ("compile", DIGITS, *out, "--target", "host")
        for arguments, words in (
                (("analyze",), "MODEL is required"), (("compile", DIGITS, *out), "--target is required"),
                (("compile", DIGITS, "--target", "host"), "--output is required"),
                (("compile", DIGITS, *out, "--target", "z80"), "need one of host|host-avx2|host-vnni|host-neon|host-dotprod|cortex-m0|cortex-m0plus|"),
                (("compile", DIGITS, *out, "--target", "z80"), "have 'z80'"),
                (("compile", DIGITS, "--target", "host", "-o", ""), "--output: need a value"),
                ((*host, "--name", ""), "--name: need a value"),
                ((*host, "--frob"), "there is no option '--frob'"), (("plan", DIGITS, "--hop", "1"), "it is an option of nook analyze, "),
                ((*host, "again.tflite"), "can't use the word 'again.tflite'"),
                ((*host, "--archive", "zip"), "--archive: need one of mlf, have 'zip'"),
                ((*host, "--archive", "mlf", "--standalone"), "--archive excludes --standalone"),
                ((*host, "--no-passes", "--disable-pass", "fold-pads"), "--no-passes excludes --disable-pass"),
                (("run", SINE, "--output-dir", "out"), "--input-dir is required"),
                (("run", SINE, "--input-dir", "in"), "--output-dir is required"),
                (("validate", SINE), "--golden is required"), (("bench", SINE), "--target is required"),
                (("validate", SINE, "--golden", ".", "--timeout", "0"), "--timeout: need a whole number from 1 to 86400, have '0'")):
            self.refused(USAGE, "N2000", *arguments, says=(words, f"nook {arguments[0]} --help"))
        for flag in ("--input-in-scratch", "--output-in-scratch", "--keep-input", "--constants-by-pointer"):
            for names in ("", ",", "a,", ",a", "a,,b"):
                self.refused(USAGE, "N2000", *host, f"{flag}={names}", says=(f"{flag}: need names with commas", f"have '{names}'"))
        for value in ("nan", "-nan", "inf", "-1", "0", "1e400", "1s", ""):
            self.refused(USAGE, "N2000", *host, "--time-limit", value, says=(f"need a number from 0.001 to 1000000, have '{value}'",))
        for value in ("nan", "1.5", "-1", "0", "99999999999", "0x10"):
            self.refused(USAGE, "N2000", *host, "--while-limit", value, says=("need a whole number from 1 to", f"'{value}'"))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_no_option_is_read_and_ignored(self):
        together = ("plan", "--models", DIGITS)
        for option in (("--problem", "p.csv"), ("--capacity", "1"), ("--plan", "p.csv"), ("-o", "p.csv"), ("--embed", "e.tflite"),
                       ("--engine", "interpreter"), ("--weights", "packed"), ("--rows",), ("--io-layout", "nhwc")):
            self.refused(USAGE, "N2019", *together, *option, says=("can't be combined with --models",))
        self.refused(USAGE, "N2019", "plan", SINE, "--models", DIGITS, says=("can't be combined with --models",))
        self.refused(USAGE, "N2019", "plan", SINE, "--problem", "p.csv", says=("have both",))
        for option in (("--header", "h.h"), ("--region", "name=fft,size=4")):
            self.refused(USAGE, "N2019", "plan", SINE, *option, says=("needs --models",))
        self.refused(USAGE, "N2021", "analyze", SINE, "--engine", "interpreter", "--while-limit", "3", says=("--while-limit: ",))
        self.refused(USAGE, "N2010", *COMPILE, "--workspace-pool", "name=a,size=4KiB,name=b", says=("'name' is listed twice",))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_malformed_values_of_pools(self):
        examples = {"align": "32", "burst": "32", "hint": "64KiB", "clock": "480MHz", "readers": "cpu+npu", "read_bandwidth": "4",
                    "read_latency": "2"}
        for key, value, words in (("read_latency", "1.7", "a whole number of cycles"), ("write_latency", "nan", "a whole number"),
                                  ("read_latency", "-1", "a whole number"), ("read_bandwidth", "1e-320", "bytes per cycle"),
                                  ("readers", "cpu+", "names of units"), ("writers", "+", "names of units"),
                                  ("align", "3", "a power of two"), ("burst", "x", ""), ("clock", "nan", "a frequency"), ("hint", "0", "1 byte to 2 GiB")):
            self.refused(USAGE, "N2010", *COMPILE, "--workspace-pool", f"name=a,{key}={value}",
                         says=(f"pool 'a': {key}: need ", words, f"have '{value}'", f"as in {key}={examples.get(key, '')}"))
            self.assertNotIn("=...", self.run_nook(*COMPILE, "--workspace-pool", f"name=a,{key}={value}").stderr)
        self.refused(USAGE, "N2023", *COMPILE, "--stream-input", "--keep-input", says=("--keep-input keeps it as a whole",))

    def test_malformed_names(self):
        self.refused(USAGE, "N2001", *COMPILE, "--input-in-scratch=audio", says=("no input 'audio'", "'image'"))
        self.refused(USAGE, "N2001", *COMPILE, "--output-in-scratch=audio", says=("no output 'audio'", "'scores'"))
        self.refused(USAGE, "N2002", *COMPILE, "--disable-pass", "frob", says=("'frob'", "fold-pads"))
        for name in ("int", "3x", "a-b", "nook", "a__b"):
            self.refused(USAGE, "N2003", *COMPILE, "--name", name, says=(f"'{name}'", "--name digits"))
        for size in ("lots", "0", "-5", "3GiB", "64KB", "9999999999"):
            self.refused(USAGE, "N2004", *COMPILE, "--scratch-limit", size, says=(f"'{size}'", "64KiB"))


class Places(CommandCase):
    def test_a_model_that_does_not_exist(self):
        for command in (("analyze",), ("inspect",), ("compile", "--target", "host", "-o", "out"), ("supported-ops", "--model")):
            self.refused(INPUT_OUTPUT, "N4001", *command, "none.tflite", says=("none.tflite: ", "No such file"))
        self.refused(INPUT_OUTPUT, "N4001", "analyze", ".", says=(".: is a folder, need a file",))

    def test_files_without_an_end(self):
        limit = (256 << 20, 256 << 20)
        done = subprocess.run([self.nook, "analyze", "/dev/zero"], capture_output=True, text=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit))
        self.assertIn("N4001", done.stderr)
        for arguments in (("analyze", "/dev/zero"), ("plan", "--problem", "/dev/zero"), ("analyze", SINE, "--pools", "/dev/zero"),
                          ("run", SINE, "--data", "/dev/zero", "--output-dir", "out")):
            self.refused(INPUT_OUTPUT, "N4001", *arguments, says=("/dev/zero: is not a regular file and has more than 64 MiB",))
        self.refused(INPUT_OUTPUT, "N4001", "analyze", "", says=("'': can't be opened",))

    def test_memory_that_runs_out(self):
        large = self.folder / "large.tflite"
        with large.open("wb") as file:
            file.truncate(2 << 30)
        little = (1 << 30, 1 << 30)
        for flags in ((), ("--json",)):
            done = subprocess.run([self.nook, "analyze", large, *flags], capture_output=True, text=True,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, little))
            self.assertEqual((done.returncode, done.stderr), (INPUT_OUTPUT, "error[N4013] memory ran out: more is needed than this machine has\n"
                                                                                "  hint: a smaller file, or a machine with more memory\n"))
            self.assertEqual(json.loads(done.stdout)["error"]["code"] if flags else done.stdout, "N4013" if flags else "")

    def test_a_file_where_a_folder_must_be(self):
        (self.folder / "file").write_bytes(b"mine")
        for place in ("file", "file/below/it"):
            for command in (COMPILE[:-1], (*RUN[:-1],), ("validate", SINE, "--golden", SINE_GOLDEN, "--keep")):
                self.refused(INPUT_OUTPUT, "N4002", *command, place, says=("] file: is a file, need a folder",))
        self.refused(INPUT_OUTPUT, "N4002", "analyze", SINE, "--dump-ir", "file/ir.txt", says=("file: is a file",))
        self.refused(INPUT_OUTPUT, "N4008", "validate", SINE, "--golden", "file", says=("file: is a file, need a folder",))
        self.assertEqual((self.folder / "file").read_bytes(), b"mine")

    def test_folders_that_can_t_be_created(self):
        for command in (COMPILE[:-1], RUN[:-1], ("analyze", SINE, "--dump-ir")):
            self.refused(INPUT_OUTPUT, "N4002", *command, "/proc/nook", says=("/proc/nook: ", "can't be"))

    def test_a_file_that_can_t_be_written(self):
        (self.folder / "out" / "digits.c").mkdir(parents=True)
        self.refused(INPUT_OUTPUT, "N4002", *COMPILE, says=("out/digits.c: the file can't be written", "Is a directory"))

    def test_folders_and_files_that_are_locked(self):
        """As a user without write permission there: root may write everywhere."""
        if os.geteuid() == 0:
            user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            self.folder.chmod(0o755)
        else:
            user = {}
        try:
            subprocess.run([self.nook, "--version"], capture_output=True, check=True, **user)
        except (OSError, subprocess.CalledProcessError):
            self.skipTest("another user can't run the command where it is")
        (self.folder / "secret.tflite").write_bytes(SINE.read_bytes())
        (self.folder / "secret.tflite").chmod(0)
        (self.folder / "model.tflite").write_bytes(SINE.read_bytes())
        (self.folder / "locked").mkdir()
        (self.folder / "locked").chmod(stat.S_IRUSR | stat.S_IXUSR | stat.S_IROTH | stat.S_IXOTH)
        for code, words, *arguments in (
                ("N4001", "secret.tflite: can't be opened: Permission denied", "analyze", "secret.tflite"),
                ("N4002", "locked/model.h: the file can't be written: Permission denied",
                 "compile", "model.tflite", "--target", "host", "-o", "locked"),
                ("N4002", "locked/new: the folder can't be created: Permission denied",
                 "compile", "model.tflite", "--target", "host", "-o", "locked/new")):
            done = subprocess.run([self.nook, *arguments], capture_output=True, text=True, cwd=self.folder, **user)
            self.assertEqual(done.returncode, INPUT_OUTPUT, done.stdout + done.stderr)
            self.assertIn(f"error[{code}] {words}", done.stderr)
        self.assertEqual(list((self.folder / "locked").iterdir()), [])

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_report_that_can_t_be_printed(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([self.nook, "inspect", SINE], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, INPUT_OUTPUT)
        self.assertIn("error[N4002] standard output: can't be written", done.stderr)


class Inputs(CommandCase):
    def test_inputs_that_are_missing_or_of_another_size(self):
        run = ("run", DIGITS, "--output-dir", "out", "--input-dir")
        self.refused(INPUT_OUTPUT, "N4008", *run, "none", says=("none: there is no such folder", "run{k}_input{i}.bin"))
        (self.folder / "in").mkdir()
        self.refused(INPUT_OUTPUT, "N4008", *run, "in", says=("in/run0_input0.bin: no such file", "1 input"))
        for content in (b"", b"12345", bytes(65)):
            (self.folder / "in" / "run0_input0.bin").write_bytes(content)
            self.refused(INPUT_OUTPUT, "N4008", *run, "in",
                         says=(f"in/run0_input0.bin: input 'image': need 64 bytes of int8, have {len(content)}",))
        (self.folder / "in" / "run0_input0.bin").write_bytes((HELDOUT / "run0_input0.bin").read_bytes())
        (self.folder / "in" / "run1_input0.bin").write_bytes(b"1")
        self.refused(INPUT_OUTPUT, "N4008", *run, "in", says=("run1_input0.bin", "have 1"))
        self.assertFalse((self.folder / "out").exists())
        self.refused(INPUT_OUTPUT, "N4008", "bench", DIGITS, "--target", "host", "--input-dir", "none", says=("none",))


class Programs(CommandCase):
    def test_compilers_and_emulators_that_are_not_installed(self):
        (self.folder / "bin").mkdir()
        nothing = {"PATH": str(self.folder / "bin"), "CC": None}
        self.refused(INPUT_OUTPUT, "N4005", *RUN, says=("cc: ", "not installed", "apt-get install gcc"), environment=nothing)
        for target, program in (("cortex-m4", "qemu-system-arm"), ("rv32", "qemu-system-riscv32")):
            self.refused(INPUT_OUTPUT, "N4005", *RUN, "--target", target, environment=nothing,
                         says=(program, "apt-get install ", "qemu-system-"))

    def test_a_program_that_is_not_a_compiler(self):
        for name in ("/nonesuch/cc", "nonesuch", "gcc -O2"):
            self.refused(INPUT_OUTPUT, "N4005", *RUN, environment={"CC": name}, says=(name, "CC names it", "unset it"))
        self.refused(INPUT_OUTPUT, "N4006", *RUN, environment={"CC": "/bin/false"},
                     says=("/bin/false", "exit code 1", "the command was: /bin/false -"))

    def test_a_compiler_that_can_t_be_started(self):
        broken = self.folder / "cc"
        broken.write_text("#!/nonesuch/interpreter\n")
        broken.chmod(0o755)
        self.refused(INPUT_OUTPUT, "N4004", *RUN, environment={"CC": str(broken)}, says=(str(broken), "can't be started"))

    def test_an_emulator_that_fails(self):
        if not HAS_CORTEX_M:
            self.skipTest("no cross compiler or emulator for Cortex-M")
        (self.folder / "bin").mkdir()
        emulator = self.folder / "bin" / "qemu-system-arm"
        path = {"PATH": f"{emulator.parent}:{os.environ['PATH']}"}
        for script, words in (("echo no such machine; exit 3", ("exit code 3", "no such machine", "the command was: ")),
                              ("exec sleep 60", ("not finished after 1 s", "--timeout allows more"))):
            emulator.write_text(f"#!/bin/sh\n{script}\n")
            emulator.chmod(0o755)
            self.refused(INPUT_OUTPUT, "N4007", *RUN, "--target", "cortex-m4", "--timeout", "1", environment=path, says=words)

    def test_a_cache_that_can_t_be(self):
        self.refused(INPUT_OUTPUT, "N4002", *RUN, environment={"NOOK_CACHE_DIR": "/proc/nook"},
                     says=("/proc/nook", "NOOK_CACHE_DIR names it"))


if __name__ == "__main__":
    main()
