"""Prints questions of practice for somebody to read: `python -m tests.tutor.read_questions dragon-pass 5 odds rule-*`.

Five of every kind, in every edition, are a morning's reading; whoever changes a sentence of `data/questions` reads its kind again.
"""

from __future__ import annotations

import sys
from fnmatch import fnmatch

from elric import games
from elric.tutor.questions import ask, kinds


def read(game: str, count: int, wanted: list[str]) -> None:
    teaching = games.teaching(game)
    for key in kinds(teaching):
        if not any(fnmatch(key, x) for x in wanted or ["[!l]*", "l[!e]*", "le[!s]*"]):
            continue
        for edition in teaching.definition.editions:
            for seed in range(count):
                q = ask(teaching, key, edition, seed)
                if q is None:
                    continue
                print(f"\n{key} ({edition}, {seed}): {q.text}")
                for k, (answer, mistaken) in enumerate(zip(q.answers, q.misconceptions, strict=True)):
                    print(f"   {'*' if k == q.right else '-'} {answer}" + (f"  ({mistaken})" if mistaken else ""))
                print(f"   {q.why} [{', '.join(q.cites())}]")


if __name__ == "__main__":
    read(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
