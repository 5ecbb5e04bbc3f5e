"""Times the Python oracle of the reference run and sets it beside `reference_tune`, measured in the same call.

Usage: oracle_ratio.py FOLDER_OF_make_reference.py BENCHMARK.json
"""

import json
import statistics
import sys
import time

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import make_reference  # noqa: E402


def oracle_us():
    start = time.perf_counter()
    make_reference.autotune(4096, 4096, 4096)
    return (time.perf_counter() - start) * 1e6


oracle_us()
times = sorted(oracle_us() for _ in range(101))
oracle = statistics.median(times)
with open(sys.argv[2], encoding="utf-8") as file:
    rows = json.load(file)["benchmarks"]
ours = next(row["real_time"] for row in rows if row["name"] == "reference_tune_median")
print(
    f"reference tune: {ours:.1f} us here, {oracle:.0f} us [{times[20]:.0f}, {times[80]:.0f}] in the Python oracle, "
    f"{oracle / ours:.0f} times as long"
)
