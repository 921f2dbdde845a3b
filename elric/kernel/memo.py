"""Answers kept for questions that come again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


class _Memo(dict[Q, A], Generic[Q, A]):
    """A table that answers what it has not been asked before. Full, it forgets everything: unlike `functools.lru_cache` it
    keeps no order of use, which would cost at every question more than the few answers found twice."""

    __slots__ = ("find", "most")

    def __init__(self, find: Callable[[Q], A], most: int) -> None:
        super().__init__()
        self.find = find
        self.most = most

    def __missing__(self, question: Q) -> A:
        if len(self) >= self.most:
            self.clear()
        answer = self[question] = self.find(question)
        return answer


def kept(most: int) -> Callable[[Callable[[Q], A]], Callable[[Q], A]]:
    """Keep up to so many answers of a function of one hashable argument that depends on nothing else."""

    def keep(find: Callable[[Q], A]) -> Callable[[Q], A]:
        return _Memo(find, most).__getitem__

    return keep
