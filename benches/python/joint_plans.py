"""Joint plans of `voxnav together` beside `lacam3`, the program of the authors of LaCAM (C++), on maps of theirs.

    cargo build --release -p voxnav-cli
    python benches/python/joint_plans.py first --voxnav target/release/voxnav --lacam LACAM3/build/main \
        --maps LACAM3/scripts/map random-64-64-20 warehouse-10-20-10-2-1 den520d

`LACAM3` is a clone of Kei18/lacam3. Starts and goals are drawn from the largest part of a map by a seed. `first` runs
both in turns up to a first plan, `lacam3` in its plain form: one PIBT, one thread, no scatter, no refiners. `improve`
runs `lacam3` with all its options and `voxnav` at once, for so many seconds by the clock. Every plan of `voxnav` is
checked by the program. Seconds are those of processors, with all that the process does.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import tempfile
import time

PLAIN = ["--no-star", "--no-multi-thread", "--pibt-num", "1", "--no-scatter", "--no-refiner"]


def largest_part(path):
    """The cells of the largest connected part of a map, its width and its height."""
    rows = path.read_text().split("\n")
    height, width = int(rows[1].split()[1]), int(rows[2].split()[1])
    free = {(x, y) for y in range(height) for x in range(width) if rows[4 + y][x] in ".GS"}
    seen, best = set(), []
    for cell in sorted(free):
        if cell in seen:
            continue
        part = [cell]
        seen.add(cell)
        for x, y in part:
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if beside in free and beside not in seen:
                    seen.add(beside)
                    part.append(beside)
        best = max(best, part, key=len)
    return sorted(best), width, height


def draw(folder, part, agents, seed):
    """Writes the starts and goals of an instance, for either program."""
    cells, width, height = part
    draws = random.Random(seed)
    ends = list(zip(draws.sample(cells, agents), draws.sample(cells, agents)))
    rows = [f"{agent},{sx},{sy},0,{gx},{gy},0" for agent, ((sx, sy), (gx, gy)) in enumerate(ends)]
    (folder / "agents.csv").write_text("\n".join(["id,sx,sy,sz,gx,gy,gz", *rows, ""]))
    rows = [f"0\tmap.map\t{width}\t{height}\t{sx}\t{sy}\t{gx}\t{gy}\t0" for (sx, sy), (gx, gy) in ends]
    (folder / "agents.scen").write_text("\n".join(["version 1", *rows, ""]))


def begin(command, told):
    """Begins a program, what it prints going to a file."""
    return subprocess.Popen(command, stdout=told, stderr=subprocess.DEVNULL), time.monotonic()


def end(begun):
    """Waits for a program; returns its seconds of processors and by the clock."""
    process, at = begun
    _, _, used = os.wait4(process.pid, 0)
    return used.ru_utime + used.ru_stime, time.monotonic() - at


def ours(folder, map_file, options, more):
    command = [options.voxnav, "together", map_file, "--agents", folder / "agents.csv", "--out", folder / "plan.csv"]
    return begin([*command, "--threads", "1", "--json", *more], open(folder / "ours.json", "w"))


def theirs(folder, map_file, options, agents, more):
    command = [options.lacam, "-m", map_file, "-i", folder / "agents.scen", "-N", str(agents), "-o", folder / "lacam"]
    return begin([*command, "-l", *more], subprocess.DEVNULL)


def answers(folder):
    """The cost and its bound of either; nothing of one that has no plan."""
    told = json.loads((folder / "ours.json").read_text() or "null")
    lines = (folder / "lacam").read_text().splitlines() if (folder / "lacam").exists() else []
    facts = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("starts"))
    bound = int(facts["soc"]) / int(facts["soc_lb"]) if facts.get("solved") == "1" else None
    for name in ("ours.json", "lacam"):
        (folder / name).unlink(missing_ok=True)
    return told and told["bound"], bound


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["first", "improve"])
    parser.add_argument("names", nargs="+")
    for name in ("--voxnav", "--lacam", "--maps"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("--agents", type=int, nargs="+", default=[1000, 400, 100])
    parser.add_argument("--seeds", type=int, default=25)
    parser.add_argument("--seconds", type=int, default=10)
    options = parser.parse_args()
    limit = str(options.seconds)
    for name in options.names:
        map_file = options.maps / f"{name}.map"
        part = largest_part(map_file)
        for agents in options.agents:
            rows = []
            for seed in range(1, options.seeds + 1):
                with tempfile.TemporaryDirectory() as folder:
                    folder = pathlib.Path(folder)
                    draw(folder, part, agents, seed)
                    if options.what == "first":
                        own = end(ours(folder, map_file, options, ["--limit-time", limit]))
                        other = end(theirs(folder, map_file, options, agents, ["-t", limit, *PLAIN]))
                    else:
                        one = theirs(folder, map_file, options, agents, ["-t", limit])
                        own = end(ours(folder, map_file, options, ["--improve", limit]))
                        other = end(one)
                    rows.append((own, other, *answers(folder)))
                    print(name, agents, seed, rows[-1], flush=True)
            for which, who in enumerate(["voxnav", "lacam3"]):
                solved = [row for row in rows if row[2 + which]]
                used = statistics.median([row[which][0] for row in solved] or [float("nan")])
                bound = statistics.median([row[2 + which] for row in solved] or [float("nan")])
                print(f"{name} {agents} {who}: {len(solved)} of {len(rows)}, {used:.3f} s, cost / shortest {bound:.3f}")


if __name__ == "__main__":
    main()
