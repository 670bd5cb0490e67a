"""Runs the tests that reach a mutant until one fails."""
import collections
import re
import threading

import tests as testing
from sample import folder

BUDGET = 90  # seconds of processor time per mutant: one not found by then counts as not found
LEAST_SECONDS = 1


class Judge:
    def __init__(self, tests, budget=BUDGET):
        self.tests, self.budget = [t for t in tests if t.passes], budget
        self.kills = collections.Counter()
        self.lock = threading.Lock()
        self.busy = {t.name: threading.Lock() for t in tests}

    def order(self, candidates, mutant):
        """Tests first that are quick, reach little else, have the folder's name, and found other mutants of this file
        or folder."""
        own = re.compile("|".join(part for part in mutant.file.split("/")[1:-1] or ["nook"]))

        def cost(test):
            found = 4 * self.kills[test.name, mutant.file] + self.kills[test.name, folder(mutant.file)]
            named = 4 if own.search(test.name) else 1
            return (test.seconds + 0.05) * (len(test.reached) + 10) / named / (1 + found)

        with self.lock:
            return sorted(candidates, key=cost)

    def judge(self, mutant, candidates, number=None, instead=None):
        """(test that found it or "", how, seconds that the tests took)."""
        spent = 0.0
        for test in self.order(candidates, mutant):
            if spent and spent + test.seconds > self.budget:
                continue
            with self.busy[test.name]:
                why, used = testing.execute(
                    test, mutant.number if number is None else number,
                    seconds=5 * test.seconds + LEAST_SECONDS, elapsed=20 * test.elapsed + 60, instead=instead)
            spent += used
            if why:
                with self.lock:
                    self.kills[test.name, mutant.file] += 1
                    self.kills[test.name, folder(mutant.file)] += 1
                return test.name, why, spent
        return "", "", spent

    def reaching(self, mutant):
        return [t for t in self.tests if mutant.number in t.reached]
