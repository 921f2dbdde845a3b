"""One sitting in the what-if lab: the battle looked at, the one pinned beside it, and what each message does.

No widgets in here. The table opens a `LabRoom` from its door, hands it messages first, and shows its regions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from elric.widgets.map.inspector import area_names
from elric.widgets.markup import NOTHING, Markup
from elric.widgets.messages import Message
from elric.widgets.panels import clauses
from elric.widgets.screen import Address, Region, Screen, Seen, shown
from elric.young_kingdoms.components import law, pieces, spells, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, FIGHT, HERO, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab import spec as notation
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.prospects import battle_at, battle_in_hand, battles
from elric.young_kingdoms.lab.spec import BattleError, Problem, Spec
from elric.young_kingdoms.lab.suggest import Change
from elric.young_kingdoms.position.state import State
from elric.young_kingdoms.table import lab_address, lab_form
from elric.young_kingdoms.table import lab_panels as lab_panels
from elric.young_kingdoms.table.definition import TABLE

FIRST: Final = Spec(place="walled", attack=("yishana", *notation.expand(["jharkor-army*5"])),
                    defend=("sarosto", *notation.expand(["dharijor-army*3"])))  # fmt: skip


class LabRoom:
    """What the lab shows and does.

    Args:
        game: the game on the board, or None when a battle is only built from nothing.
        viewer: the seat that looks on, or None: then everybody's hands stay hidden.

    Attributes:
        spec: the battle as entered; it stays as entered, also when it cannot be.
        battle: the battle asked about, or None when what was entered cannot be.
        problems: why it cannot be.  pinned: the other option.  closed: whether the person has left the lab.
        said: what a screen reader should say next.  focus: the control that should have the keyboard next.
    """

    def __init__(self, game: Game | None = None, viewer: int | None = None) -> None:
        self.game = game
        self.viewer = viewer
        self.spec = FIRST
        self.around: State | None = None
        self.battle: Battle | None = None
        self.pinned: Battle | None = None
        self.problems: tuple[Problem, ...] = ()
        self.found: list[Battle] = self._prospects()
        self.listing = bool(self.found)
        self.tab = ""
        self.exactly = False
        self.helping = 0
        self.ideas: list[Change] = []
        self._set_aside: tuple[str, ...] = ()  # defenders of a city that defends itself for the moment
        self.typed = ""
        self.wrong: tuple[Problem, ...] = ()
        self.closed = False
        self._opened = 0  # battles opened so far: each is a step of the browser's history
        self._asked: dict[str, str] = {}  # an address that made no sense
        self._number = ""  # the clause that is open
        self.said = ""
        self.focus = ""
        if not self.listing:
            self._set(self.spec)

    def _prospects(self) -> list[Battle]:
        return battles(self.game, -1 if self.viewer is None else self.viewer) if self.game is not None else []

    # ---- opening ----------------------------------------------------------------------------------------------------

    def open(self, area: str) -> bool:
        """Ask about the battle that could happen in an area; False when there is none."""
        for b in self.found:
            if BOARD.ids[b.area] == area:
                self._show(b)
                return True
        if self.game is None or area not in BOARD.index:
            return False
        try:
            self._show(battle_at(self.game, area, -1 if self.viewer is None else self.viewer))
        except BattleError:
            return False
        return True

    def bring(self, area: str) -> None:
        """Ask about the battle of the stack in hand in an area; without one the lab opens on those it found itself."""
        if self.game is None or area not in BOARD.index:
            return
        with suppress(BattleError):
            self._show(battle_in_hand(self.game, area, -1 if self.viewer is None else self.viewer))

    def read(self, text: str) -> bool:
        """Open a battle from its text or link; what is wrong with it is shown beside the text."""
        self.typed = text
        try:
            b = Battle.parse(text)
        except BattleError as e:
            self.wrong = tuple(Problem("text", "", p.reason) for p in e.problems)
            self.said = " ".join(e.lines())
            return False
        self.wrong = ()
        self._show(b)
        return True

    def linked(self, query: Mapping[str, str]) -> str:
        """Open the list, or the battle that an address names; what is wrong with it is shown beside its text."""
        how = query.get("battle", "")
        self.tab = query.get("tab", "") if query.get("tab", "") in lab_panels.KEYS else ""
        if how == lab_address.LIST:
            self._list("")
            return ""
        spec = lab_address.asked(query)
        if spec is None:
            self._asked = dict(query)
            self.read(lab_address.text_of(query))
            return ""
        if how == lab_address.BOARD_BATTLE:
            self.open(spec.place)  # for the ground around it, where there is such a battle
        self.pinned = lab_address.pinned_in(query, self.found)
        self.listing = False
        self._opened += 1
        self._set(spec)
        return ""

    @property
    def address(self) -> Address:
        """The list, or the battle as it is entered."""
        if self.wrong and self._asked:
            return Address(self._asked, "lab wrong")
        if self.listing:
            return Address({"battle": lab_address.LIST}, "lab list")
        area = self.battle.area if self.battle is not None else -1
        query = lab_address.query_of(self.spec, area, self.around is not None, self.viewer)
        pin = lab_address.pin_of(self.pinned, query, self.viewer)
        return Address({**query, **({"tab": self.tab} if self.tab else {}), **pin}, f"lab {self._opened}")

    def _show(self, b: Battle) -> None:
        self.listing = False
        self.wrong = ()
        self.focus = "lab-title"
        self.around = b.around
        self.tab = ""
        self._opened += 1
        self._set(b.spec)

    def _set(self, spec: Spec) -> None:
        """What was entered stands, whether it can be or not."""
        self.spec = spec
        self.ideas = []
        try:
            self.battle = Battle.of(spec, self.around)
            self.battle.odds()
            self.problems = ()
            self.said = self.battle.story().sentence
        except BattleError as e:
            self.battle = None
            self.problems = e.problems
            self.said = "This battle cannot be fought yet. " + " ".join(e.lines())

    # ---- messages ---------------------------------------------------------------------------------------------------

    def take(self, m: Message) -> bool:
        """Do what a message asks; False when it is not the lab's."""
        self.said = ""
        if m.kind != "do":
            if m.kind == "area" and self.listing:
                self.open(m.id)
            return m.kind == "area"
        if m.name == "clause":
            self._number = m.value if TABLE.edition_with(m.value, self._edition()) else self._number
            return True
        if m.name in ("close", "escape") and self._number:
            self._number = ""
            return True
        if not m.name.startswith("lab-"):
            return False
        deed: Callable[[LabRoom, str], None] | None = _DEEDS.get(m.name[4:])
        if deed is None:
            return False
        if m.name == "lab-load":
            if "text" in m.fields:
                self.read(m.fields["text"])
        else:
            deed(self, m.value)
        return True

    def _pick(self, value: str) -> None:
        if value.isdigit() and int(value) < len(self.found):
            self._show(self.found[int(value)])

    def _build(self, value: str) -> None:
        self.around = None
        self.listing = False
        self.focus = "lab-title"
        self._opened += 1
        self._set(self.spec if self.battle is None and self.problems else FIRST.but(edition=self._edition()))

    def _list(self, value: str) -> None:
        self.found = self._prospects()
        self.listing = True
        self.focus = "lab-title"

    def _close(self, value: str) -> None:
        self.closed = True

    def _place(self, value: str) -> None:
        changes: dict[str, Any] = {"place": value, "landing": ""}
        self._set(self.spec.but(**changes))

    def _add(self, value: str) -> None:
        side, what = _at_side(value)
        if side < 0:
            return
        there = self._side(side)
        taken = self.spec.attack + self.spec.defend
        new: list[str] = []
        if what in pieces.NATION_INDEX:
            nation = pieces.NATIONS[pieces.NATION_INDEX[what]]
            heroes = [u for u in nation.pieces if KIND[u] == HERO and pieces.IDS[u] not in taken and FIGHT[u]]
            armies = [u for u in nation.pieces if KIND[u] == ARMY and pieces.IDS[u] not in taken]
            new = [pieces.IDS[u] for u in (*sorted(heroes, key=lambda u: -FIGHT[u])[:1], *armies[:3])]
        elif what in pieces.INDEX and what not in taken:
            new = [what]
        self._put_side(side, (*there, *new))

    def _plus(self, value: str) -> None:
        self._armies(value, 1)

    def _less(self, value: str) -> None:
        self._armies(value, -1)

    def _armies(self, value: str, by: int) -> None:
        side, what = _at_side(value)
        if side < 0 or what not in pieces.NATION_INDEX:
            return
        n = pieces.NATION_INDEX[what]
        there = list(self._side(side))
        mine = [u for u in there if KIND[pieces.INDEX.get(u, 0)] == ARMY and pieces.NATION[pieces.INDEX.get(u, 0)] == n]
        free = [pieces.IDS[u] for u in pieces.NATIONS[n].pieces if KIND[u] == ARMY]
        free = [u for u in free if u not in self.spec.attack + self.spec.defend]
        if by > 0 and free:
            self._put_side(side, (*there, free[0]))
        elif by < 0 and mine:
            there.remove(mine[-1])
            self._put_side(side, tuple(there))
        elif by > 0:
            self.said = f"{words.cap(words.nation(n)):has|have} no more armies."

    def _drop(self, value: str) -> None:
        side, what = _at_side(value)
        if side >= 0 and what in pieces.NATION_INDEX:
            n = pieces.NATION_INDEX[what]
            keep = tuple(u for u in self._side(side) if u not in pieces.INDEX or pieces.NATION[pieces.INDEX[u]] != n)
            self._put_side(side, keep)

    def _unit(self, value: str) -> None:
        side, u = _at_side(value)
        if side < 0:
            return
        there = self._side(side)
        if u in there:
            self._put_side(side, tuple(x for x in there if x != u))
        elif u in pieces.INDEX:
            self._put_side(side, (*there, u))

    def _side(self, side: int) -> tuple[str, ...]:
        return self.spec.attack if side == 0 else self.spec.defend

    def _put_side(self, side: int, units: tuple[str, ...]) -> None:
        """Other units on a side; what belonged to those who left goes with them."""
        both = [self.spec.attack, self.spec.defend]
        both[side] = units
        there = {*both[0], *both[1]}
        s = self.spec

        def stay(rows: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
            return tuple(r for r in rows if r[0] in there)

        aboard = tuple(r for r in stay(s.aboard) if r[1] in there)
        conjure = tuple(u for u in s.conjure if u in there)
        self._set(
            s.but(attack=both[0], defend=both[1], cast=stay(s.cast), hands=stay(s.hands), maintained=stay(s.maintained),
                  held=tuple(u for u in s.held if u in there), conjure=conjure, aboard=aboard)
        )  # fmt: skip

    def _role(self, value: str) -> None:
        """What a personality does: "unit:fight", "unit:held", "unit:conjure", "unit:cast:spell"."""
        u, _, what = value.partition(":")
        if u not in pieces.INDEX:
            return
        verb, _, name = what.partition(":")
        s = self.spec
        rest = s.but(
            held=tuple(x for x in s.held if x != u), conjure=tuple(x for x in s.conjure if x != u),
            cast=tuple(r for r in s.cast if r[0] != u),
        )  # fmt: skip
        back = tuple(r for r in s.cast if r[0] == u and r[1] != name) if self.around is not None else ()
        rest = rest.but(hands=(*(r for r in s.hands if r != (u, name)), *back))
        if verb == "fight":
            self._set(rest)
        elif verb == "held":
            self._set(rest.but(held=(*rest.held, u)))
        elif verb == "conjure":
            self._set(rest.but(conjure=(*rest.conjure, u)))
        elif verb == "cast" and name in spells.INDEX:
            self._set(rest.but(cast=(*rest.cast, (u, name))))

    def _keep(self, value: str) -> None:
        """Put a spell into a hand, or take it out."""
        u, _, name = value.partition(":")
        row = (u, name)
        if row in self.spec.hands:
            self._set(self.spec.but(hands=tuple(r for r in self.spec.hands if r != row)))
        elif u in pieces.INDEX and name in spells.INDEX:
            self._set(self.spec.but(hands=(*self.spec.hands, row)))

    def _unseen(self, value: str) -> None:
        side, by = _at_side(value)
        if side >= 0 and by in ("1", "-1"):
            n = list(self.spec.unseen)
            n[side] = max(0, min(4, n[side] + int(by)))
            self._set(self.spec.but(unseen=(n[0], n[1])))

    def _balance(self, value: str) -> None:
        if value in ("1", "-1"):
            self._set(self.spec.but(balance=self.spec.balance + int(value)))

    def _policy(self, value: str) -> None:
        side, key = _at_side(value)
        if side >= 0:
            both = list(self.spec.policy)
            both[side] = key
            self._set(self.spec.but(policy=(both[0], both[1])))

    def _neutral(self, value: str) -> None:
        on = bool(value)
        if on:
            self._set_aside = self.spec.defend or self._set_aside
        self._set(self.spec.but(neutral=on, defend=() if on else self.spec.defend or self._set_aside))

    def _sortie(self, value: str) -> None:
        self._set(self.spec.but(sortie=bool(value)))

    def _pin(self, value: str) -> None:
        if self.battle is not None:
            self.said = "Pinned. Change something, and both stand side by side."
            if self.pinned is not None and self.pinned.spec != self.battle.spec:
                self.said = "Pinned instead of the one before."
            self.pinned = self.battle

    def _keep_beside(self) -> None:
        """Before something else is shown: pin what stands here, unless something was pinned already. That stays."""
        if self.pinned is None:
            self.pinned = self.battle

    def _unpin(self, value: str) -> None:
        self.pinned = None

    def _swap(self, value: str) -> None:
        if self.pinned is not None:
            back, now = self.pinned, self.battle
            self._set(back.spec)
            self.pinned = now

    def _other(self, value: str) -> None:
        if self.battle is not None:
            self._keep_beside()
            self._set(self.spec.but(edition=lab_panels.other_edition(self.battle.edition)))

    def _try(self, value: str) -> None:
        if value.isdigit() and int(value) < len(self.ideas) and self.battle is not None:
            idea = self.ideas[int(value)]
            self._keep_beside()
            self._set(idea.battle.spec)

    def _helps(self, value: str) -> None:
        if value in ("0", "1"):
            self.helping = int(value)
            self.ideas = []

    def _tab(self, value: str) -> None:
        self.tab = "" if value == self.tab else value

    def _exact(self, value: str) -> None:
        self.exactly = not self.exactly

    # ---- showing ----------------------------------------------------------------------------------------------------

    def _edition(self) -> str:
        if self.battle is not None:
            return self.battle.edition
        text = self.spec.edition.split(",")[0].strip()
        return text if text in law.EDITIONS else self.game.rules.edition if self.game else "avalon-hill"

    def draw(self) -> Screen:
        """The battle with its odds, and the map as it lies."""
        screen = Screen(shown(self._regions()), {}, self._marks(), said=self.said, focus=self.focus)
        self.said = self.focus = ""
        if self.game is not None:
            seen = Seen(self.game, TABLE)
            view = seen[self.viewer]
            screen.seen = seen[None]
            screen.pieces = TABLE.pieces(view)
            screen.names = area_names(view, TABLE.chart().areas, TABLE)
        screen.layout = "small" if self.listing and self.found else "folded"
        return screen

    def _regions(self) -> list[Region]:
        inside = self.game is not None and not self.listing
        out: list[Region] = [("lab-head", "top", lab_panels.head(None if self.listing else self.battle, inside))]
        edition = self._edition()
        if self._number:
            with_it = TABLE.edition_with(self._number, edition)
            out.append(("clause", "below", clauses.clause(TABLE, with_it, self._number)))
        out.append(("lab-wrong", "below", lab_panels.misread(self.wrong, edition)))
        if self.listing:
            out.append(("lab-list", "below", lab_panels.prospects(self.found)))
            out.append(
                ("lab-load", "side" if self.found else "below", lab_panels.load(self.typed, self.wrong, edition))
            )
            return out
        b = self.battle
        out.append(
            (
                "lab-form",
                "side",
                lab_form.form(self.spec, self.problems, edition, lab_address.seats(self.spec, self.around)),
            )
        )
        if b is None:
            out.append(("lab-answer", "below", lab_panels.cannot_be(self.problems, edition)))
        else:
            out.append(("lab-answer", "below", lab_panels.answer(b, self.exactly, self.pinned)))
        if b is not None and self.pinned is not None and self.pinned.spec != b.spec:
            compared = lab_panels.compared(self.pinned.compare(b), self.exactly)
            out.append(("lab-compare", "below", compared))
        elif self.pinned is not None:
            out.append(("lab-compare", "below", lab_panels.pinned(self.pinned)))
        if b is not None:
            out.append(("lab-dist", "below", lab_panels.distribution(b, lab_address.seats(self.spec, self.around))))
            out.append(("lab-tabs", "below", lab_panels.tabs(self.tab)))
            out.append(("lab-tab", "below", self._tab_html(b)))
        out.append(("lab-load", "below", lab_panels.load(self.typed, self.wrong, edition)))
        return out

    def _tab_html(self, b: Battle) -> Markup:
        if self.tab == "why":
            return lab_panels.why(b, self.exactly)
        if self.tab == "help":
            if not self.ideas:
                self.ideas = b.changes(self.helping)
            return lab_panels.helps(self.ideas, self.helping)
        if self.tab == "heat":
            return lab_panels.heat(b, lab_address.seats(self.spec, self.around))
        if self.tab == "siege":
            return lab_panels.siege(b)
        if self.tab == "share":
            return lab_panels.share(b)
        return NOTHING

    def _marks(self) -> dict[str, str]:
        """Marks for areas: the battle's place, or every place with a battle to ask about."""
        if self.listing:
            return {BOARD.ids[b.area]: "enemy" for b in self.found}
        return {BOARD.ids[self.battle.area]: "sel"} if self.battle is not None else {}


def _at_side(value: str) -> tuple[int, str]:
    side, colon, what = value.partition(":")
    return (int(side), what) if colon and side in ("0", "1") else (-1, "")


def _entry(name: str) -> Callable[[LabRoom, str], None]:
    return lambda self, value: self._set(self.spec.but(**{name: value}))


_DEEDS: Final[dict[str, Callable[[LabRoom, str], None]]] = {
    "pick": LabRoom._pick, "build": LabRoom._build, "list": LabRoom._list, "close": LabRoom._close,
    "place": LabRoom._place, "landing": _entry("landing"), "port": _entry("port"), "edition": _entry("edition"),
    "tipped": _entry("tipped"), "neutral": LabRoom._neutral, "sortie": LabRoom._sortie, "add": LabRoom._add,
    "plus": LabRoom._plus, "less": LabRoom._less, "drop": LabRoom._drop, "unit": LabRoom._unit,
    "role": LabRoom._role, "keep": LabRoom._keep, "unseen": LabRoom._unseen, "balance": LabRoom._balance,
    "policy": LabRoom._policy, "pin": LabRoom._pin, "unpin": LabRoom._unpin, "swap": LabRoom._swap,
    "other": LabRoom._other, "try": LabRoom._try, "helps": LabRoom._helps, "tab": LabRoom._tab,
    "exact": LabRoom._exact, "load": LabRoom._tab,
}  # fmt: skip
