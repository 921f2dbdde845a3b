"""Questions about Independents and strange powers: who is asked where, what a die brings, what a power costs."""

from __future__ import annotations

from random import Random

from elric.dragon_pass.combat.factors import DAYS
from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.exotics.lunar import due
from elric.dragon_pass.independents.peoples import PEOPLES
from elric.dragon_pass.movement.newt_roads import STOPS, reachable
from elric.dragon_pass.teaching.question_kinds.battles import fight, sums
from elric.dragon_pass.teaching.question_kinds.fields import NAME, far_from, game, plains, said, with_dice
from elric.dragon_pass.teaching.question_kinds.registry import kind
from elric.kernel.bits import ones
from elric.tutor.question import Draft, near, yes_no

_ASKED = [p for p in PEOPLES if p.key not in ("delecti", "puppeteers", "dwarf")]


@kind(
    "asked",
    "Does it join?",
    ("28.1",),
    ("28.3",),
    ("28.4",),
    ("28.5",),
    *((p.clause,) for p in _ASKED),
    ("30.4",),
    ("31.1",),
    ("39.3",),
    ("39.4",),
    ("34.2",),
    ("34.3",),
)
def asked(rng: Random, edition: str) -> Draft | None:
    people, die = rng.choice(_ASKED), rng.randint(1, 6)
    h = ones(people.home)[0]
    unit = rng.choice(("militia-foot-1", "scouts-1", "harrek-the-berserk"))
    g = game({h: [unit], far_from(rng, h): ["whipstock"]}, phase="combat")
    before = g.copy()
    with_dice(g, f"ask {unit}", die)
    u = BY_ID[unit]
    joined = g.state.owner[people.units[0]] == 1
    right = f"{people.name[:1].upper()}{people.name[1:]} joins." if joined else f"{NAME[unit]} is lost." if g.state.place[u] < 0 else (
        f"{NAME[unit]} takes a Wound." if g.state.wounds.get(u) else "Nothing.")  # fmt: skip
    every = (
        f"{people.name[:1].upper()}{people.name[1:]} joins.",
        f"{NAME[unit]} is lost.",
        f"{NAME[unit]} takes a Wound.",
        "Nothing.",
    )
    wrong = tuple(
        (x, "Odd, and they join; even, and the envoy is lost. A Superhero is wounded by those who can, and lives.")
        for x in every
        if x != right
    )
    return Draft(f"{NAME[unit]} asks {people.name} in {BOARD.where(h)}, and the die is a {die}. What comes of it?", before, right, wrong,
                 "Odd: allied, with all their people. Even: refused, and the envoy destroyed.", ((people.clause,),), (HEXES.names[h],),
                 facts={"people": people.key, "die": die})  # fmt: skip


@kind("home", "Where are they asked?", ("28.3",), *((p.clause,) for p in PEOPLES))
def home(rng: Random, edition: str) -> Draft | None:
    people = rng.choice(PEOPLES)
    h = rng.choice(ones(people.home))
    others = [BOARD.where(ones(p.home)[0]) for p in PEOPLES if p.key != people.key and p.home != people.home]
    rng.shuffle(others)
    g = game({rng.choice(plains()): ["militia-foot-1"]})
    return Draft(f"Where does an envoy go who wants to win {people.name}?", g, BOARD.where(h), tuple((x, "Somebody else lives there.") for x in others[:3]),
                 f"To {BOARD.where(h)}.", ((people.clause,),), facts={"people": people.key})  # fmt: skip


@kind("envoy", "May it ask?", ("28.2",), ("28.3",), ("28.9",), ("29.1",))
def envoy(rng: Random, edition: str) -> Draft | None:
    h = BOARD.places["wild-temple"].hexes[0]
    unit = rng.choice(
        (
            "triceratops-1",
            "giant-1",
            "dragon-1",
            "militia-foot-1",
            "krise",
            "wind-children",
            "prince-argrath",
            "zombie-1",
        )
    )
    away = rng.random() < 0.25
    stand = rng.choice(plains()) if away else h
    foreign = {unit: "sartar"} if UNITS[BY_ID[unit]].side not in ("lunar", "sartar") else {}
    extra = {"delecti-the-necromancer": "sartar"} if unit == "zombie-1" else {}
    stacks = {stand: [unit], far_from(rng, stand): ["whipstock"]}
    if extra:
        stacks[BESIDE[stand][0]] = ["delecti-the-necromancer"]
    g = game(stacks, phase="combat", owners=foreign | extra)
    yes, words, cited = said(g, f"ask {unit}")
    right, wrong = yes_no(
        yes,
        "Not everybody can speak, and nobody is asked but at home.",
        "Nearly anybody may ask, where the Independent lives.",
    )
    return Draft(f"{NAME[unit]} stands in {BOARD.where(stand)}. May it ask Ironhoof for an alliance, in combat?", g, right, wrong,
                 words if not yes else "It stands in the Wild Temple, and can speak for you.", cited[:1], (HEXES.names[stand],), facts={"yes": yes}, ordered=True)  # fmt: skip


@kind("dwarf", "What does the Dwarf give?", ("29.2",), ("29.1",), ("29.3",))
def dwarf(rng: Random, edition: str) -> Draft | None:
    h = BOARD.places["mineshaft"].hexes[0]
    die = rng.randint(1, 6)
    g = game({h: ["militia-foot-1"], far_from(rng, h): ["whipstock"]}, phase="combat")
    before = g.copy()
    with_dice(g, "ask militia-foot-1", 1, die)
    coming = [u for step, *data in g.state.agenda if step.name == "muster" for u in data[1]]
    names = {(): "Nothing."} | {tuple(coming): " and ".join(UNITS[u].name.removesuffix(" 1") for u in coming) + "."}
    right = names[tuple(coming)]
    every = ("Nothing.", "Stone Man.", "Cannon Cult.", "Alchemical Transformer.", "The Dwarf and Stone Man.")
    return Draft(f"The Dwarf has agreed, and his luck is a {die}. What does he give?", before, right, tuple((x, "Another face of the die.") for x in every if x != right),
                 "1 nothing, 2 or 3 a Stone Man, 4 the Cannon Cult, 5 the Transformer, 6 himself and a Stone Man.", look=(HEXES.names[h],), facts={"die": die})  # fmt: skip


@kind("bat", "How hungry is the Bat?", ("24.3",))
def bat(rng: Random, edition: str) -> Draft | None:
    day, missed = rng.randrange(7), rng.randrange(4)
    h = rng.choice(plains())
    g = game({h: ["crimson-bat"], BESIDE[h][0]: ["whipstock"], far_from(rng, h): ["krise", "minor-class-1"][:1], BESIDE[h][3]: ["minor-class-1"]},
             phase="combat", player="lunar", day=day, marks={"missed": missed} if missed else {})  # fmt: skip
    right = due(g.state)
    told = f"{('no', 'one', 'two', 'three')[missed]} meal{'' if missed == 1 else 's'} in a row {'has' if missed == 1 else 'have'} been missed"
    slips = [
        (missed, "What is missed doubles."),
        (2**missed, "A day's meal is due on Black and Dying days."),
        (1, "Missed meals come on top."),
    ]
    return Draft(f"It is {DAYS[day]} day, and {told}. How many units does the Bat ask for?", g, str(right), near(rng, right, slips, low=0, high=17),
                 "One on Black and Dying days; after a missed meal two, then four, then eight, then sixteen.", look=(HEXES.names[h],), facts={"day": day, "missed": missed}, ordered=True)  # fmt: skip


@kind("dragonfight", "What does the Dragonfight bring?", ("38.6",), ("38.8",), ("38.9",))
def dragonfight(rng: Random, edition: str) -> Draft | None:
    die, seeks = rng.randint(1, 6), rng.random() < 0.35
    h, foe = rng.choice(plains()), None
    foe = far_from(rng, h, 6)
    if HEXES.distance(h, foe) > 20:
        return None
    g = game(
        {h: ["dragon-1", "militia-foot-1"], foe: ["whipstock", "jar-eel-the-razoress"]},
        phase="combat",
        owners={"dragon-1": "sartar"},
    )
    before = g.copy()
    with_dice(g, f"{'dragonduel' if seeks else 'dragonfight'} dragon-1 {HEXES.names[foe]}", die)
    s = g.state
    parts = [w for w, so in (("the Dragon dies", s.place[BY_ID["dragon-1"]] < 0), ("the Whipstock dies", s.place[BY_ID["whipstock"]] < 0),
                             ("Jar-eel takes a Wound", bool(s.wounds))) if so]  # fmt: skip
    right = " and ".join(parts) + "." if parts else "nothing happens."
    every = (
        "the Dragon dies.",
        "the Dragon dies and the Whipstock dies.",
        "the Whipstock dies.",
        "the Dragon dies and Jar-eel takes a Wound.",
        "Jar-eel takes a Wound.",
    )
    wrong = tuple(
        (
            f"{x[:1].upper()}{x[1:]}",
            "1-2 the Dragon dies, 3-4 all do, 5-6 the others do; a Superhero is not hurt unless he is sought.",
        )
        for x in every
        if x != right
    )
    rng_wrong = list(wrong)
    rng.shuffle(rng_wrong)
    what = "to seek Jar-eel among them" if seeks else "to a Dragonfight"
    return Draft(f"A Dragon comes down on the Whipstock and Jar-eel {what}; the die is a {die}. What comes of it?", before, f"{right[:1].upper()}{right[1:]}",
                 tuple(rng_wrong[:3]), "1-2 the Dragon dies, 3-4 all die, 5-6 the others die and it returns; a Superhero who is sought takes a Wound from three on.",
                 look=(HEXES.names[h], HEXES.names[foe]), facts={"die": die, "seeks": seeks})  # fmt: skip


@kind("zombies", "What are the dead worth?", ("43.3",), ("43.4",), ("43.2",))
def zombies(rng: Random, edition: str) -> Draft | None:
    h = rng.choice(plains())
    n, near_by = rng.randint(1, 3), rng.randint(1, 3)
    foe = BESIDE[h][0]
    back = BESIDE[h][3]
    front = [f"zombie-{k + 1}" for k in range(n)]
    rear = [f"zombie-{k + 1 + n}" for k in range(near_by)]
    owners = dict.fromkeys((*front, *rear, "delecti-the-necromancer"), "sartar")
    g = fight(
        {h: front, back: ["delecti-the-necromancer", *rear], foe: ["bell-temple"], far_from(rng, h): ["unriver"]},
        [(h, foe)],
        owners=owners,
    )
    right = sums(g, foe).attack // 24
    slips = [
        (2 * n, "All zombies of the army count, near or far."),
        (right + 5, "Delecti's own five count only where he fights himself."),
    ]
    return Draft(f"{n} zombie{'' if n == 1 else 's'} attack the Bell Temple; Delecti and {near_by} more stand behind. What is the attack's sum?", g, str(right),
                 near(rng, right, slips, low=1, high=40), f"Two for each of all {n + near_by}: {right}.", look=(HEXES.names[h], HEXES.names[foe]), facts={"n": n}, ordered=True)  # fmt: skip


@kind("illusions", "What is the Illusion worth?", ("48.3",), ("48.2",))
def illusions(rng: Random, edition: str) -> Draft | None:
    h = rng.choice(plains())
    foe, n = BESIDE[h][0], rng.randint(1, 3)
    owners = dict.fromkeys(("puppeteer-troupe", *(f"illusionary-army-{k}" for k in range(1, 6))), "sartar")
    attacks = rng.random() < 0.6
    enemy = rng.sample(("whipstock", "bell-temple", "steel-sword-legion"), rng.randint(1, 3))
    shows = [f"illusionary-army-{k + 1}" for k in range(n)]
    stacks = {h: shows, foe: enemy, far_from(rng, h): ["puppeteer-troupe"]}
    g = fight(stacks, [(h, foe)] if attacks else [(foe, h)], player="sartar" if attacks else "lunar", owners=owners)
    right = sums(g, foe if attacks else h).odds
    wrong = tuple(
        (x, "One is worth half of whom it faces; two or three as much.")
        for x in ("1:2", "1:1", "2:1", "3:1")
        if x != right
    )
    who = f"{n} Illusionary Arm{'y' if n == 1 else 'ies'}"
    return Draft(f"{who} {'attack' if n > 1 else 'attacks'} {len(enemy)} counter{'' if len(enemy) == 1 else 's'} of the Empire. What are the odds?" if attacks
                 else f"{len(enemy)} counter{'' if len(enemy) == 1 else 's'} of the Empire attack{'s' if len(enemy) == 1 else ''} {who}. What are the odds?", g, right, wrong,
                 "One Illusion: half of its enemies. Two or three: as much as they.", look=(HEXES.names[h], HEXES.names[foe]), facts={"n": n, "attacks": attacks}, ordered=True)  # fmt: skip


@kind("newt-road", "How far do Dragonewts ride?", ("33.2",))
def newt_road(rng: Random, edition: str) -> Draft | None:
    start = rng.choice(sorted(STOPS))
    left = rng.randint(1, 4)
    g = game({start: ["dragonewt-cavalry-1"], far_from(rng, start): ["whipstock"]}, owners={"dragonewt-cavalry-1": "sartar"},
             left={"dragonewt-cavalry-1": 2 * left})  # fmt: skip
    s = g.state.copy()
    s.hand = (BY_ID["dragonewt-cavalry-1"],)
    found = reachable(s)
    goal = rng.choice([h for h in sorted(STOPS) if h != start])
    yes = goal in found
    right, wrong = yes_no(
        yes,
        "Each town, crossing and the Temple costs a point, and there are not enough.",
        "Stops and crossings count one point each, however far.",
    )
    return Draft(f"Dragonewt Cavalry 1 stands in {BOARD.where(start)} with {left} point{'' if left == 1 else 's'} left. Can it ride its road to {BOARD.where(goal)} in this Move?", g, right, wrong,
                 f"Stops in reach: {', '.join(BOARD.where(h) for h in sorted(found)) or 'none'}.", look=(HEXES.names[start], HEXES.names[goal]), facts={"yes": yes}, ordered=True)  # fmt: skip


@kind("reborn", "Is it born again?", ("33.1",))
def reborn(rng: Random, edition: str) -> Draft | None:
    h = rng.choice(plains())
    foe = BESIDE[h][0]
    taken = rng.random() < 0.5
    g = fight({h: ["bell-temple", "char-un"], foe: ["dragonewt-cavalry-1"], BOARD.places["eye-1"].hexes[0]: ["inhuman-king"]}, [(h, foe)], player="lunar",
              owners={"dragonewt-cavalry-1": "sartar", "inhuman-king": "sartar"}, marks={"taken": ["newt-4"]} if taken else {})  # fmt: skip
    before = g.copy()
    with_dice(g, f"roll {HEXES.names[foe]}", 6, 6)
    yes = g.state.place[BY_ID["dragonewt-cavalry-1"]] >= 0
    right, wrong = yes_no(
        yes,
        "Its town has been taken once, and gives nobody back.",
        "Its town was never taken: it is home again at once.",
    )
    told = "which an enemy once held" if taken else "which no enemy ever held"
    return Draft(f"Dragonewt Cavalry 1, from town IV, {told}, is slain. Is it born again?", before, right, wrong,
                 "Slain Dragonewts are in their town again at once, unless an enemy is or was there.", look=(HEXES.names[foe],), facts={"yes": yes}, ordered=True)  # fmt: skip


@kind("jealous", "Whom do jealous neutrals join?", ("28.8",))
def jealous(rng: Random, edition: str) -> Draft | None:
    letter, key = rng.choice((("G", "grazelanders"), ("B", "ironhoof"), ("W", "exiles"), ("H", "ethilrist")))
    lunar = rng.random() < 0.5
    spots = [(a, b) for b in ones(BOARD.lands[letter]) for a in BESIDE[b] if a >= 0 and BOARD.land[a] != letter and BOARD.land[a] not in "BWHEC"
             and BOARD.ground[a] == "." and BOARD.ground[b] == "." and a not in BOARD.place_at and b not in BOARD.place_at]  # fmt: skip
    if letter != "G":
        spots = [(a, b) for a, b in spots if BOARD.land[a] != "G"] or spots
    if not spots:
        return None
    a, b = rng.choice(spots)
    mover = "whipstock" if lunar else "scouts-1"
    g = game(
        {a: [mover], far_from(rng, a): ["scouts-2" if lunar else "starkin"]},
        player="lunar" if lunar else "sartar",
        rules="1976, neutrals=jealous",
    )
    before = g.copy()
    g.push(f"lead {mover}")
    g.push(f"step {HEXES.names[b]}")
    people = next(p for p in PEOPLES if p.key == key)
    owner = g.state.owner[people.units[0]]
    names = ("the Empire", "Sartar")
    right = f"They join {names[owner]}." if owner >= 0 else "Nothing."
    wrong = tuple(
        (x, "Whoever enters first drives them to the other side.")
        for x in ("They join the Empire.", "They join Sartar.", "Nothing.")
        if x != right
    )
    return Draft(f"The table plays with jealous neutrals. {NAME[mover]}, of {names[0 if lunar else 1]}, steps from {HEXES.names[a]} to {HEXES.names[b]}, in the land of "
                 f"{people.name}. What do its people do?", before, right, wrong, "They join the side that did not trespass.", look=(HEXES.names[b],),
                 facts={"owner": owner})  # fmt: skip
