"""The course of Sorcerer on the page: every step is solved with what stands there, by clicks and buttons alone."""

from __future__ import annotations

import re
from html import unescape

import pytest

from elric import games
from elric.sorcerer.components import law
from elric.tutor.lessons import WrittenLesson, lessons
from elric.widgets.messages import Message
from elric.widgets.rooms.lesson import LessonRoom

KIT = games.table("sorcerer")
COURSE = lessons(games.teaching("sorcerer"))
EDITION = law.EDITION


def page(room: LessonRoom) -> str:
    return unescape("\n".join(html for _, _, html in room.draw().regions))


def do(room: LessonRoom, name: str, value: str = "") -> bool:
    return room.take(Message("do", name=name, value=value))


def standing(room: LessonRoom, unit: str) -> str:
    """The hex of a counter, as the seat that decides sees it."""
    stacks = room.game.view(room.game.seat)["stacks"]
    return next((h for h, pile in stacks.items() if any(c["unit"] == unit for c in pile)), "")


def lit(room: LessonRoom, text: str) -> str:
    """The lit hex whose click plays an action; "" for none."""
    areas = room.choice().areas.items()
    return next((h for h, actions in areas if actions and text in (actions[0], actions[-1])), "")


def press(room: LessonRoom, text: str) -> bool:
    """Do one action of a solution by a control that stands on the page."""
    verb, _, rest = text.partition(" ")
    if verb == "look":
        return room.take(Message("area", id=rest if rest.isdigit() else standing(room, rest)))
    html = page(room)
    if verb == "answer":
        assert f'data-do="answer" data-value="{rest}"' in html
        return do(room, "answer", rest)
    aim = re.search(f'data-do="aim" data-value="({verb}[^"]*)"', html)
    for again in (False, True):
        if f'data-act="{text}"' in html:
            return room.take(Message("act", text=text))
        if f'data-do="several" data-value="{text}"' in html:
            return do(room, "several", text)
        if spot := lit(room, text):
            return room.take(Message("area", id=spot))
        if again or aim is None:
            break
        do(room, "aim", aim[1])
        html = page(room)
    if verb == "take":
        return room.take(Message("area", id=standing(room, rest), unit=rest))
    return room.take(Message("area", id=rest)) if verb in ("step", "place") else False


@pytest.mark.parametrize("lesson", COURSE.values(), ids=COURSE)
def test_every_step_is_solved_by_clicks(lesson: WrittenLesson) -> None:
    for k, step in enumerate(lesson.steps[EDITION]):
        room = LessonRoom(lesson.key, EDITION, kit=KIT)
        do(room, "step", str(k + 1))
        assert step.goal in unescape(re.sub(r"<[^>]*>", "", page(room)))
        for text in step.solution:
            if not room.classroom.done:
                assert press(room, re.sub(r"^\d: ", "", text)), f"{step.id}: nothing on the page does “{text}”"
        assert room.classroom.done, f"{step.id}: {room.classroom.feedback}"
