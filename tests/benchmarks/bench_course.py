"""How fast the course and practice answer. CPU time.

python tests/benchmarks/bench_course.py [--json]

- verify: every solution, hint and mistake of every step, in each edition (`elric lessons --verify`).
- step: to open a step, make its regions, marks and names: the median and the slowest of all.
- question: to make the next question of a session: the median and the slowest of 200, in a fresh process.
- session: words to read in a session of ten, and the minutes they take at 200 words a minute with ten seconds to think.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elric.tutor.lessons import lessons
from elric.tutor.progress import Progress
from elric.tutor.rehearsal import rehearse
from elric.widgets.messages import Message
from elric.widgets.rooms.lesson import LessonRoom
from elric.young_kingdoms.teaching import TEACHING


def questions() -> dict[str, Any]:
    """How long questions take to make, and to read."""
    p, rng, now = Progress(TEACHING), Random(4), datetime(2030, 1, 1, tzinfo=UTC)
    kinds: list[str] = []
    clauses: list[str] = []
    took, words = [], []
    for k in range(200):
        began = time.process_time()
        q = p.next_question("avalon-hill", rng.randrange(1 << 30), now, clauses[-6:], kinds[-10:])
        took.append(time.process_time() - began)
        kinds.append(q.kind)
        clauses += q.numbers[:1]
        words.append(len(" ".join([q.text, *q.answers, q.why, max(q.misconceptions, key=len)]).split()))
        p.answer(q, q.right if rng.random() < 0.8 else (q.right + 1) % len(q.answers), 15, now)
        now += timedelta(seconds=25) if k % 10 != 9 else timedelta(hours=20)
    sessions = [sum(words[k : k + 10]) for k in range(0, 200, 10)]
    ten = statistics.median(sessions)
    return {
        "question_median_ms": round(1000 * statistics.median(took), 2),
        "question_slowest_ms": round(1000 * max(took), 1),
        "kinds_met": len(set(kinds)),
        "session_words": ten,
        "session_minutes": round(ten / 200 + 10 * 10 / 60, 1),
    }


def steps() -> dict[str, Any]:
    """How long a step takes to open and to draw."""
    took = []
    for one in lessons(TEACHING).values():
        s = LessonRoom(one.key)
        for k in range(len(s.classroom.steps)):
            began = time.process_time()
            s.take(Message("do", name="step", value=str(k + 1)))
            s.draw()
            took.append(time.process_time() - began)
    return {
        "step_median_ms": round(1000 * statistics.median(took), 2),
        "step_slowest_ms": round(1000 * max(took), 1),
    }


def verify() -> dict[str, Any]:
    """How long the rehearsal of the whole course takes."""
    began, n = time.process_time(), 0
    for one in lessons(TEACHING).values():
        for edition, taken in one.steps.items():
            for at in range(len(taken)):
                assert not rehearse(one, edition, at)
                n += 1
    return {"verify_steps": n, "verify_seconds": round(time.process_time() - began, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    found = questions() | steps() | verify()
    if parser.parse_args().json:
        print(json.dumps(found))
    else:
        for key, value in found.items():
            print(f"{key.replace('_', ' '):24} {value}")


if __name__ == "__main__":
    main()
