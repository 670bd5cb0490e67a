"""nook.dask on a local cluster of three workers, one of which is killed in the middle: the report and model of one
process."""
import argparse
import os
import pathlib
import signal
import sys
import tempfile
import threading
import time
import unittest

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS = ROOT / "models" / "digits" / "digits.tflite"
FLOAT = DIGITS.with_name("digits_float.tflite")
HELDOUT = DIGITS.parent / "heldout"
DEADLINE = 240  # seconds


class Cluster(unittest.TestCase):
    def setUp(self):
        self.cluster = LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None)
        self.client = Client(self.cluster)
        self.addCleanup(self.cluster.close)
        self.addCleanup(self.client.close)
        self.images = np.stack([np.fromfile(HELDOUT / f"run{k}_input0.bin", np.int8).reshape(8, 8, 1) for k in range(40)])
        self.labels = np.loadtxt(HELDOUT / "labels.txt", dtype=int)

    def kill_one(self, work):
        """Kills a worker that has a task, after some tasks are done and before all are."""
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end and work.is_alive():
            busy = [address for address, tasks in self.client.processing().items() if tasks]
            if len(self.client.who_has()) > 4 and len(busy) > 1:
                process = {worker.worker_address: worker.pid for worker in self.cluster.workers.values()}[busy[0]]
                os.kill(process, signal.SIGKILL)
                return process
            time.sleep(0.01)
        self.fail("no worker was busy in the middle")

    def test_a_worker_that_is_killed_changes_nothing(self):
        expected = nook.evaluate(DIGITS, self.images, self.labels, target="host")
        found = []
        work = threading.Thread(target=lambda: found.append(nook.dask.evaluate(
            self.client, DIGITS, self.images, self.labels, parts=20, target="host")))
        work.start()
        killed = self.kill_one(work)
        self.assertEqual(found, [])
        work.join(DEADLINE)
        self.assertEqual(found, [expected])
        self.assertNotIn(killed, [worker.pid for worker in self.cluster.workers.values()])

    def test_a_model_is_that_of_one_process(self):
        samples = self.images * np.float32(0.0625)
        with tempfile.TemporaryDirectory() as folder:
            one, other = pathlib.Path(folder) / "one.tflite", pathlib.Path(folder) / "other.tflite"
            for options in ({}, {"ranges": "mse", "no_bias_correction": True}):
                nook.quantize(FLOAT, samples, one, force=True, **options)
                report = nook.dask.quantize(self.client, FLOAT, samples, other, parts=5, force=True, **options)
                self.assertEqual(one.read_bytes(), other.read_bytes(), options)
                self.assertEqual(report["operators"], 7)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True)
    parser.add_argument("--package", required=True)
    given, rest = parser.parse_known_args()
    try:
        from dask.distributed import Client, LocalCluster
    except ImportError:
        print("skipped: needs python3-distributed")
        sys.exit(0)
    # Workers are processes of their own.
    os.environ["PYTHONPATH"] = os.pathsep.join([given.package, os.environ.get("PYTHONPATH", "")])
    os.environ["NOOK"] = given.nook
    sys.path.insert(0, given.package)
    import nook
    import nook.dask
    unittest.main(argv=[sys.argv[0], *rest])
