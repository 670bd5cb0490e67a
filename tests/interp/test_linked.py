"""The planner in a program is the one that it names and no other."""
import subprocess
import sys

nm, program = sys.argv[1:]
names = subprocess.run([nm, "-C", program], capture_output=True, text=True, check=True).stdout
for there in ("nook_shim_planner", "nook::verify_one_pool("):
    if there not in names:
        sys.exit(f"{program} lacks {there}")
for other in ("nook::plan_greedy(", "nook::place_in_one_pool(", "nook_greedy_planner", "nook_offline_planner"):
    if other in names:
        sys.exit(f"{program} carries {other}")
