"""Building a battle: steppers for armies, buttons for personalities and ships, cards for spells, each with what is wrong
beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import do
from elric.young_kingdoms.components import law, pieces, spells, words
from elric.young_kingdoms.components.board import BOARD, MOUNTAIN, SEA
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, CONJURES, FLEET, HERO, KIND, MAGIC
from elric.young_kingdoms.lab.places import PLACES, area_of
from elric.young_kingdoms.lab.spec import Problem, Spec
from elric.young_kingdoms.table.lab_panels import SIDES, colours, faults, policies

KEYS: Final = ("attack", "defend")


def form(spec: Spec, problems: Sequence[Problem], edition: str, sides: tuple[int, int] = (0, 1)) -> Markup:
    """The whole form."""
    folded = any(p.where in ("balance", "policy", "edition", "aboard", "gone", "tipped") for p in problems)
    return html(
        '<div class="card lab-form {}"><h3>The battle</h3>{}{}{}<details data-key="lab-more"{}>'
        "<summary>Balance, losses, edition</summary>{}</details></div>",
        colours(sides),
        _place(spec, problems, edition),
        _side(spec, 0, problems, edition),
        _side(spec, 1, problems, edition),
        _open(folded),
        _rest(spec, problems, edition),
    )


def _open(yes: bool) -> Markup:
    return html(' open data-open="1"') if yes else NOTHING


def _options(rows: Sequence[tuple[str, str]], chosen: str) -> Markup:
    return join(
        (html('<option value="{}"{}>{}</option>', k, " selected" if k == chosen else "", label) for k, label in rows)
    )


def _place(spec: Spec, problems: Sequence[Problem], edition: str) -> Markup:
    kinds = [(k, label[:1].upper() + label[1:]) for k, label in PLACES.items()]
    areas = sorted(
        ((BOARD.ids[a], BOARD.names[a]) for a in range(BOARD.size) if BOARD.kind[a] != MOUNTAIN), key=lambda r: r[1]
    )
    a = area_of(spec.place, spec.defend)
    checks = ""
    if a >= 0 and BOARD.wall[a]:
        checks += _check("lab-sortie", "a sortie of the besieged", spec.sortie)
    if a >= 0 and BOARD.city[a]:
        checks += _check("lab-neutral", "a neutral city defends itself", spec.neutral)
    if a >= 0 and BOARD.ports[a]:
        seas = [("", "by land"), *((BOARD.ids[x], f"from {words.area(x)}") for x in BOARD.ports[a])]
        checks += html(
            '<label class="lab-row"><span>The attack comes</span>'
            '<select data-do="lab-landing" data-key="lab-landing">{}</select></label>',
            _options(seas, spec.landing),
        )
        if spec.landing:
            ways = [("armies", "with armies, behind the wall"), ("ships", "with ships, on the water")]
            checks += html(
                '<label class="lab-row"><span>It is met</span><select data-do="lab-port" data-key="lab-port">{}</select>'
                "</label>",
                _options(ways, spec.port),
            )
    return html(
        '<label class="lab-row"><span>Place</span><select data-do="lab-place" data-key="lab-place">'
        '<optgroup label="A kind of place">{}</optgroup><optgroup label="An area">{}</optgroup></select>'
        "</label>{}{}{}{}",
        _options(kinds, spec.place),
        _options(areas, spec.place),
        checks,
        faults(problems, "place", None, edition),
        faults(problems, "landing", None, edition),
        faults(problems, "port", None, edition),
    )


def _check(name: str, label: str, on: bool) -> Markup:
    mark = " checked" if on else ""
    return html(
        '<label class="choice"><input type="checkbox" data-do="{name}" data-key="{name}"{}><span>{}</span></label>',
        mark,
        label,
        name=name,
    )


def _side(spec: Spec, side: int, problems: Sequence[Problem], edition: str) -> Markup:
    key = KEYS[side]
    units: tuple[str, ...] = getattr(spec, key)
    a = area_of(spec.place, spec.defend)
    at_sea = a >= 0 and BOARD.kind[a] == SEA
    nations = []
    for u in units:
        n = pieces.NATION[pieces.INDEX[u]] if u in pieces.INDEX else -1
        if n >= 0 and n not in nations:
            nations.append(n)
    body = join(_nation(spec, side, n, units, at_sea or bool(spec.landing)) for n in nations)
    others = [u for u in units if u in pieces.INDEX and pieces.NATION[pieces.INDEX[u]] < 0]
    if others:
        body += html('<div class="btns lab-units">{}</div>', join(_unit(side, u, True) for u in others))
    strange = [u for u in units if u not in pieces.INDEX]
    body += join(do("lab-unit", f"{u} ✕", f"{side}:{u}", kind="small") for u in strange)
    add = [("", "Add a nation, a personality ..."), *((n.id, n.name) for n in pieces.NATIONS if n.index not in nations)]
    loners = [
        (pieces.IDS[u], pieces.NAMES[u])
        for u in range(pieces.SIZE)
        if pieces.NATION[u] < 0
        and KIND[u] in (HERO, ARTIFACT, FLEET)
        and pieces.IDS[u] not in spec.attack + spec.defend
    ]
    more = html(
        '<select data-do="lab-add" data-key="lab-add-{}" aria-label="Add to the {}">{}<optgroup label="Alone">{}'
        "</optgroup></select>",
        side,
        SIDES[side].lower(),
        join((_option(side, k, label) for k, label in add)),
        join((_option(side, k, label) for k, label in loners)),
    )
    whole = faults(problems, key, "", edition) + join(
        faults(problems, key, u, edition) for u in dict.fromkeys(p.what for p in problems if p.where == key and p.what)
    )
    return html(
        '<fieldset class="lab-side s{}"><legend>{}</legend>{}{}{}{}</fieldset>',
        side,
        SIDES[side],
        body,
        more,
        whole,
        _magic(spec, side, units, problems, edition),
    )


def _option(side: int, key: str, label: str) -> Markup:
    value = f"{side}:{key}" if key else ""
    return html('<option value="{}">{}</option>', value, label)


def _nation(spec: Spec, side: int, n: int, units: tuple[str, ...], ships: bool) -> Markup:
    nation = pieces.NATIONS[n]
    armies = sum(
        1 for u in units if u in pieces.INDEX and KIND[pieces.INDEX[u]] == ARMY and pieces.NATION[pieces.INDEX[u]] == n
    )
    most = sum(1 for u in nation.pieces if KIND[u] == ARMY)
    kinds = (
        (HERO, FLEET) if ships or any(KIND[u] == FLEET and pieces.IDS[u] in units for u in nation.pieces) else (HERO,)
    )
    buttons = join(_unit(side, pieces.IDS[u], pieces.IDS[u] in units) for u in nation.pieces if KIND[u] in kinds)
    if not ships and FLEET not in kinds and any(KIND[u] == FLEET for u in nation.pieces):
        buttons += do(
            "lab-unit",
            "ships",
            f"{side}:{next(pieces.IDS[u] for u in nation.pieces if KIND[u] == FLEET)}",
            kind="small quiet",
        )
    step = html(
        '<span class="lab-step">{}<output aria-label="Armies of {}">{}</output>{}<small>of {} armies</small></span>',
        do("lab-less", "−", f"{side}:{nation.id}", kind="small"),
        nation.name,
        armies,
        do("lab-plus", "+", f"{side}:{nation.id}", kind="small"),
        most,
    )
    return html(
        '<div class="lab-nation"><div class="lab-row"><b>{}</b>{}{}</div><div class="btns lab-units">{}</div></div>',
        nation.name,
        step,
        do("lab-drop", "✕", f"{side}:{nation.id}", kind="small quiet"),
        buttons,
    )


def _unit(side: int, u: str, on: bool) -> Markup:
    i = pieces.INDEX[u]
    value = f"({pieces.COMBAT[i]})" if pieces.INFLUENCE[i] else str(pieces.COMBAT[i])
    note = f" {value}" + (f" · {MAGIC[i]} spell{'' if MAGIC[i] == 1 else 's'}" if MAGIC[i] else "")
    name = pieces.NAMES[i] if KIND[i] != FLEET or pieces.NATION[i] < 0 else f"fleet {u.rsplit('-', 1)[1]}"
    return html(
        '<button class="btn small{}" data-do="lab-unit" data-value="{side}:{}" data-key="lab-unit-{}-{side}" '
        'aria-pressed="{}">{}<small>{}</small></button>',
        "" if on else " quiet",
        u,
        u,
        "true" if on else "false",
        name,
        note,
        side=side,
    )


def _magic(spec: Spec, side: int, units: tuple[str, ...], problems: Sequence[Problem], edition: str) -> Markup:
    """What each personality does, what magicians keep in hand, and how many spells nobody can see."""
    rows = ""
    there = ("cast", "hands", "conjure", "held", "maintained")
    for u in units:
        i = pieces.INDEX.get(u, -1)
        if i < 0 or KIND[i] != HERO:
            continue
        found = join(faults(problems, w, u, edition) for w in there)
        rows += html(
            '<li><label class="lab-row"><span>{}</span><select data-do="lab-role" data-key="lab-role-{}">{}</select>'
            "</label>{}{}</li>",
            pieces.NAMES[i],
            u,
            _roles(spec, u, i),
            _kept(spec, u, i),
            found,
        )
    if not rows:
        return NOTHING
    unseen = html(
        '<div class="lab-row"><span>Spells nobody can see</span><span class="lab-step">{}<output>{}</output>{}'
        "</span></div>{}{}",
        do("lab-unseen", "−", f"{side}:-1", kind="small"),
        spec.unseen[side],
        do("lab-unseen", "+", f"{side}:1", kind="small"),
        faults(problems, "unseen", str(side), edition),
        faults(problems, "unseen", "", edition),
    )
    # a fault must not hide in a folded part
    wanted = any(
        (p.where in there and p.what in (*units, "")) or (p.where == "unseen" and p.what in (str(side), ""))
        for p in problems
    )
    return html(
        '<details data-key="lab-magic-{}"{}><summary>Spells, and who is held back</summary>'
        '<ul class="lab-cast">{}</ul>{}</details>',
        side,
        _open(wanted),
        rows,
        unseen,
    )


def _roles(spec: Spec, u: str, i: int) -> Markup:
    """Everything a personality may do in the battle, as options."""
    cast = dict(spec.cast).get(u, "")
    now = "held" if u in spec.held else f"cast:{cast}" if cast else "conjure" if u in spec.conjure else "fight"
    rows = [("fight", "fights"), ("held", "is held back")]
    if CONJURES[i]:
        rows.append(("conjure", "conjures"))
    if cast and cast not in spells.INDEX:
        rows.append((now, f"casts {cast}"))
    plain = _options([(f"{u}:{k}", label) for k, label in rows], f"{u}:{now}")
    if not MAGIC[i]:
        return plain
    taken = {x for _, x in (*spec.cast, *spec.maintained)} | set(spec.gone)
    mine = [x for who, x in spec.hands if who == u and x in spells.INDEX]
    groups = [("from the hand", [spells.INDEX[x] for x in mine])]
    groups += [(name.title(), _of(name)) for name in ("law", "chaos", "neutral")]
    groups.append(("other spells", _of("other")))
    for label, some in groups:
        free = [x for x in some if spells.IDS[x] == cast or spells.IDS[x] not in taken]
        if label != groups[0][0]:
            free = [x for x in free if spells.IDS[x] not in mine]
        if free:
            options = _options([(f"{u}:cast:{spells.IDS[x]}", f"casts {_spell(x)}") for x in free], f"{u}:{now}")
            plain += html('<optgroup label="{}">{}</optgroup>', label, options)
    return plain


def _of(alignment: str) -> list[int]:
    return [
        i
        for i in range(spells.SIZE)
        if not spells.IMMEDIATE[i]
        and (spells.ALIGNMENT_NAMES[i] == alignment or (alignment == "other" and spells.ALIGN[i] == spells.OTHER))
    ]


def _spell(i: int) -> str:
    return f"{spells.NAMES[i]} {spells.VALUE[i]}" if spells.VALUE[i] else spells.NAMES[i]


def _kept(spec: Spec, u: str, i: int) -> Markup:
    """The spells a magician keeps in hand, which may save him; each can be taken away, another added."""
    if not MAGIC[i]:
        return NOTHING
    mine = [x for who, x in spec.hands if who == u]
    taken = {x for _, x in (*spec.cast, *spec.maintained, *spec.hands)} | set(spec.gone)
    chips = join(
        do("lab-keep", f"{(spells.NAMES[spells.INDEX[x]] if x in spells.INDEX else x)} ✕", f"{u}:{x}", kind="small")
        for x in mine
    )
    free = [x for x in range(spells.SIZE) if not spells.IMMEDIATE[x] and spells.IDS[x] not in taken]
    useful = sorted(free, key=lambda x: (spells.ACTS[x] not in ("escape", "invulnerability"), spells.NAMES[x]))
    rows = [("", "keeps in hand ..."), *((f"{u}:{spells.IDS[x]}", _spell(x)) for x in useful)]
    return html(
        '<div class="btns lab-kept">{}'
        '<select data-do="lab-keep" data-key="lab-keep-{}" aria-label="{} keeps in hand">{}</select></div>',
        chips,
        u,
        pieces.NAMES[i],
        _options(rows, ""),
    )


def _rest(spec: Spec, problems: Sequence[Problem], edition: str) -> Markup:
    tips = _options([("", "not tipped"), ("law", "tipped to Law"), ("chaos", "tipped to Chaos")], spec.tipped)
    editions = _options([(e, law.TITLES[e]) for e in law.EDITIONS], edition)
    return html(
        '<div class="lab-row"><span>The Balance</span><span class="lab-step">{}<output>{}</output>{}</span>'
        '</div>{}<label class="lab-row"><span>The world is</span>'
        '<select data-do="lab-tipped" data-key="lab-tipped">{}</select></label>{}{}<label class="lab-row">'
        '<span>Rules of</span><select data-do="lab-edition" data-key="lab-edition">{}</select></label>{}{}{}',
        do("lab-balance", "towards Law", "-1", kind="small"),
        spec.balance,
        do("lab-balance", "towards Chaos", "1", kind="small"),
        faults(problems, "balance", None, edition),
        tips,
        policies(spec.policy),
        faults(problems, "policy", None, edition),
        editions,
        faults(problems, "edition", None, edition),
        faults(problems, "aboard", None, edition),
        faults(problems, "gone", None, edition),
    )
