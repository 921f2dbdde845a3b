"""*White Bear and Red Moon* on the served page: its board, a march and a refusal, on a desk and on a phone, by day and by night."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from harness import PHONE, WIDE, picture, serving, settle, wait_ready

from elric import games
from elric.app.store import SaveStore
from elric.tutor.lessons import lessons

PATIENCE = 40_000
DEAD = 450  # milliseconds in which nothing acts when the page is covered or uncovered
MINE = ", ".join(
    f"[data-act{how}]" for how in ("=done", "=pass", "=bare", "=stay", "^=roll", "^=lose", "^=back", "^=blame")
)
LIT = "(mark) => [...document.querySelectorAll(`path.is-${mark}`)].map(p => (p.getAttribute('class').match(/prov-(\\d+)/) || [])[1])"


@pytest.fixture(scope="module")
def dragon_pass() -> Iterator[Any]:
    with serving("--port", "9021", "--ready", "1", "--game", "dragon-pass") as server:
        yield server


def tap(page: Any, area: str) -> None:
    """Click the middle of a hex, be it the ground or the counter that stands there."""
    box = page.locator(f"path.prov-{area}").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    settle(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "phone"])
def test_a_stack_is_taken_up_and_marches(dragon_pass: Any, visit: Any, size: tuple[int, int], scheme: str) -> None:
    """A click on a stack takes it up and lights where it may go; a click there plays every step; too far is refused."""
    page, record = visit(dragon_pass, size=size, scheme=scheme)
    name = f"dragon-pass-{size[0]}-{scheme}"
    assert page.title() == "White Bear and Red Moon"
    picture(page, f"{name}-welcome")
    page.click("[data-value=together]")
    settle(page)
    picture(page, f"{name}-movement")
    if size == WIDE:
        start = page.evaluate(LIT, "ready")[0]
        tap(page, start)
        reach = page.evaluate(LIT, "reach")
        assert len(reach) > 6
        picture(page, f"{name}-march")
        tap(page, "0720" if "0720" not in reach else "4806")
        assert page.inner_text("[data-region=refusal] .chip") == "8.4"
        picture(page, f"{name}-refusal")
        tap(page, reach[-1])
        assert "marches to" in page.inner_text("[data-region=log]")
    assert record.outside == record.errors == []


@pytest.mark.siege
def test_some_turns_are_played_against_the_captain(dragon_pass: Any, visit: Any) -> None:
    """The Captain has Sartar, and moves first; what it did and why is told, and the person ends his phases in turn."""
    page, record = visit(dragon_pass, size=WIDE, scheme="light")
    page.wait_for_selector("[data-do=new]", timeout=PATIENCE)
    page.click("[data-do=new]")
    page.wait_for_selector("select[name=seat-1]", timeout=PATIENCE)
    assert "Brings several stacks against one" in page.inner_text(".seating .players")
    page.select_option("select[name=seat-1]", "captain")
    page.click(".newgame [type=submit]")
    page.wait_for_selector("[data-region=computer] .said li", timeout=PATIENCE)
    picture(page, "dragon-pass-captain-plays")
    page.click("[data-key=pace-quick]")
    page.wait_for_selector("[data-region=said]", state="attached", timeout=90_000)
    assert "I " in (page.text_content("[data-region=said] .said") or "")
    for _ in range(2):  # the person lets two Moves go by; after four the Captain has won
        if page.query_selector(MINE) is None:
            break
        page.locator(MINE).first.click()
        settle(page)
    page.wait_for_selector("[data-region=said] .said", state="attached", timeout=PATIENCE)
    assert "marches to" in page.inner_text("[data-region=log]")
    picture(page, "dragon-pass-against-captain")
    assert record.outside == record.errors == []


def test_one_server_has_a_door_for_each_game(served: Any, visit: Any) -> None:
    """From the first page of one game to the other: its map, its name, its address; Back leads to the first."""
    page, record = visit(served)
    page.click("[data-do=game][data-value=dragon-pass]")
    page.wait_for_function("document.title === 'White Bear and Red Moon'", timeout=40_000)
    page.wait_for_selector("path.prov-2418", state="attached")
    assert page.query_selector("path.prov-Lormyr") is None
    assert page.evaluate("document.querySelectorAll('path.prov').length") == 1728
    assert "game=dragon-pass" in page.url
    page.go_back()
    page.wait_for_function("document.title.startsWith('Elric')", timeout=40_000)
    page.wait_for_function("document.querySelectorAll('path.prov').length < 200")
    again, asked = visit(served, "?game=dragon-pass")
    assert again.title() == "White Bear and Red Moon"
    # of the map of the other game nothing is fetched
    boards = [url for url in asked.requests if "/maps/" in url]
    assert len(boards) >= 2
    assert all("/maps/dragon-pass/" in url for url in boards)
    assert record.outside == record.errors == []


# ---- a whole turn ----------------------------------------------------------------------------------------------------


def position(seed: int, stacks: dict[str, list[str]], **more: Any) -> Any:
    """A game of plain armies with these stacks, Sartar's Move."""
    kind = games.game_class("dragon-pass")
    return kind.at(
        {"scenario": "tax-collectors", "player": "sartar", "order": ["sartar", "lunar"], "stacks": stacks, **more},
        seed=seed,
    )


def sit_down(page: Any, text: str) -> None:
    """Open a saved game, and sit down to it."""
    page.wait_for_selector("[data-key=more-keep]", timeout=PATIENCE)
    page.locator("[data-key=more-keep]").evaluate("it => it.click()")
    page.wait_for_selector(".keep textarea[name=text]", timeout=PATIENCE)
    page.fill(".keep textarea[name=text]", text)
    page.locator(".keep button[type=submit]").evaluate("it => it.click()")
    page.wait_for_selector("[data-cover]", timeout=PATIENCE)
    through(page)


def through(page: Any) -> None:
    """The player who is asked for is here."""
    page.wait_for_selector("[data-cover], [data-region=seat]", timeout=PATIENCE)  # of a page that has just been opened
    until = time.monotonic() + PATIENCE / 1000
    while page.query_selector("[data-cover]") and time.monotonic() < until:
        page.wait_for_timeout(DEAD)  # a press that comes too early counts for nobody
        if page.query_selector("[data-cover]"):
            page.keyboard.press("Enter")
    page.wait_for_selector("[data-cover]", state="detached", timeout=PATIENCE)
    page.wait_for_timeout(DEAD)


def answered(page: Any) -> tuple[Any, str]:
    """A battle whose Trade the defender pays with a choice: the game before its roll, and the act."""
    for seed in range(40):
        g = position(seed, {"1719": ["militia-cavalry-1"], "1619": ["unriver", "queens"], "2132": ["militia-foot-1"],
                            "3027": ["goldwave"], "2927": ["militia-cavalry-7"]}, phase="combat")  # fmt: skip
        for text in ("assign 1719 1619", "assign 2927 3027"):
            g.push(text)
        after = g.copy()
        after.push("roll 1619")
        if after.step == "pay" and not after.forced_payer():
            return g, "roll 1619"
    raise AssertionError("no such Trade in forty games")


def test_battles_are_told_and_answered_to_the_end_of_the_move(dragon_pass: Any, visit: Any) -> None:
    """A battle with a Trade: told beat by beat, shown at once, told again, read to a screen reader; the defender answers with
    no cover between, the next battle is rolled with none either, and the next Move begins behind one."""
    g, roll = answered(None)
    key = "7ade" * 8
    SaveStore(dragon_pass.saves).put(
        key, "game", g.save()
    )  # as a host would: a text that is pasted gets luck of its own
    page, record = visit(dragon_pass, f"?g={key}", motion=True)
    through(page)
    page.wait_for_selector(f"[data-act='{roll}']", timeout=PATIENCE)
    page.locator(f"[data-act='{roll}']").last.click()
    page.wait_for_function("() => document.querySelectorAll('.beats > li.wait').length", timeout=PATIENCE)
    assert "the weaker side is destroyed" in page.inner_text(".er-voice")
    mark = record.mark()
    page.keyboard.press("k")
    assert page.evaluate("() => document.querySelectorAll('.beats > li.wait').length") == 0
    page.keyboard.press("t")
    assert page.evaluate("() => document.querySelectorAll('.beats > li.wait').length") > 0
    page.keyboard.press("k")
    assert record.since(mark)[0] == []
    picture(page, "dragon-pass-told")
    assert page.query_selector("[data-cover]") is None
    assert "The Lunar Empire" in page.inner_text("[data-region=seat]")
    page.locator("[data-act^='lose ']").first.click()
    page.wait_for_selector("[data-key=next-roll]", timeout=PATIENCE)
    assert page.query_selector("[data-cover]") is None
    page.keyboard.press("r")
    page.wait_for_selector(".battlecard:has-text('Alda-Chur')", timeout=PATIENCE)
    for _ in range(4):
        if page.query_selector("[data-cover]"):
            break
        page.locator("[data-act='stay'], [data-act^='back '], [data-act='done'], [data-do=leave-table]").first.click()
        settle(page)
    page.wait_for_selector("[data-cover]", timeout=PATIENCE)
    assert "is lost" in page.inner_text("[data-cover]") or "are lost" in page.inner_text("[data-cover]")
    assert record.errors == []


@pytest.mark.siege
def test_what_is_told_stands_at_once_where_motion_is_not_wanted(dragon_pass: Any, chrome: Any) -> None:
    context = chrome.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, is_mobile=True,
                                 reduced_motion="reduce")  # fmt: skip
    page = context.new_page()
    page.goto(dragon_pass.address, wait_until="commit")
    wait_ready(page)
    page.tap("[data-value=together]")
    g, roll = answered(page)
    sit_down(page, g.save())
    page.locator(f"[data-act='{roll}']").last.tap()
    page.wait_for_selector(".beats > li", timeout=PATIENCE)
    assert page.evaluate("() => document.querySelectorAll('.beats > li.wait').length") == 0
    picture(page, "dragon-pass-phone-told")
    context.close()


def test_a_move_by_keyboard_alone(dragon_pass: Any, visit: Any) -> None:
    """Find a stack by name, take it up, march by the hexes, take up the next, divide, roll, end: no mouse; and back again."""
    page, record = visit(dragon_pass)
    page.focus("[data-value=together]")
    page.keyboard.press("Enter")
    g = position(3, {"2124": ["militia-cavalry-1", "militia-cavalry-2"], "2224": ["militia-foot-7"], "1720": ["unriver"],
                     "4211": ["goldwave"]})  # fmt: skip
    sit_down(page, g.save())

    def choose(area: str) -> None:
        page.locator(f"path.prov-{area}").focus()
        page.keyboard.press("Enter")
        settle(page)

    def enter(selector: str) -> None:
        page.wait_for_selector(selector, timeout=PATIENCE)
        page.locator(selector).first.focus()
        page.keyboard.press("Enter")

    page.keyboard.press("/")
    page.keyboard.type("Jonstown")
    settle(page, 250)  # what is typed is asked for when the typing stops
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key='area:2124']", timeout=PATIENCE)
    enter("[data-key='area:2124']")
    page.wait_for_selector("path.is-reach", state="attached", timeout=PATIENCE)
    assert "Militia Cavalry 1, Militia Cavalry 2 march" in page.inner_text("[data-region=choice]")
    choose("1820")
    assert "marches to 1820" in page.inner_text("[data-region=log]")
    enter("[data-do=undo]")
    page.wait_for_function("() => !document.querySelector('[data-region=log]').innerText.includes('1820')")
    choose("1820")
    choose("2224")
    assert "Militia Foot 7" in page.inner_text("[data-region=choice]")
    enter("[data-do=several]")
    page.wait_for_selector("[data-region=seat]:has-text('Combat')", timeout=PATIENCE)
    choose("1820")
    choose("1720")
    enter("[data-key=next-roll]")
    page.wait_for_selector(".battlecard", timeout=PATIENCE)
    for _ in range(4):
        if page.query_selector("[data-cover]"):
            break
        enter("[data-act^='lose '], [data-act^='back '], [data-act='stay'], [data-act=done], [data-do=leave-table]")
        settle(page)
    page.wait_for_selector("[data-cover]", timeout=PATIENCE)
    through(page)
    assert "The Lunar Empire" in page.inner_text("[data-region=seat]")
    address = page.url
    page.goto(address, wait_until="commit")
    wait_ready(page)
    through(page)
    assert "The Lunar Empire" in page.inner_text("[data-region=seat]")
    assert record.outside == record.errors == []


def test_set_up_magic_and_emissaries_by_keyboard_alone(dragon_pass: Any, visit: Any) -> None:
    """Three counters placed at once, one taken back, the rest as a computer would; a spell aimed, cast and left bare; a people
    asked: no mouse."""

    def open_it(key: str, g: Any) -> Any:
        SaveStore(dragon_pass.saves).put(key * 8, "game", g.save())
        page, record = visit(dragon_pass, f"?g={key * 8}")
        through(page)
        return page, record

    def choose(page: Any, area: str) -> None:
        page.locator(f"path.prov-{area}").focus()
        page.keyboard.press("Enter")
        settle(page)

    def enter(page: Any, selector: str) -> None:
        page.wait_for_selector(selector, timeout=PATIENCE)
        page.locator(selector).first.focus()
        page.keyboard.press("Enter")
        settle(page)

    page, record = open_it("5e7a", games.game_class("dragon-pass")("tax-collectors", "1976", 3))
    waiting = "n => document.querySelector('[data-region=choice]').innerText.includes(`${n} wait`)"
    page.wait_for_function(waiting, arg=16, timeout=PATIENCE)
    enter(page, "[data-key=group-3]")
    assert page.get_attribute("[data-key=group-3]", "aria-pressed") == "true"
    assert page.is_visible("[data-region=finder] input")
    choose(page, "1427")
    page.wait_for_function(waiting, arg=13, timeout=PATIENCE)
    enter(page, "[data-do=undo]")
    enter(page, "[data-do=rest]")
    page.wait_for_function("() => document.body.innerText.includes('Barbarian Horde')", timeout=PATIENCE)
    assert record.errors == []

    magic = {"scenario": "cult-war", "phase": "combat", "day": 3}
    page, record = open_it(
        "3a9c", position(2, {"2335": ["krise"], "2332": ["whipstock"], "2330": ["spell-archers"]}, **magic)
    )
    choose(page, "2335")
    choose(page, "2332")
    enter(page, "[data-act='cast 2332']")
    through(page)
    enter(page, "[data-act=bare]")
    through(page)
    assert "Whipstock" in page.inner_text("[data-region=log]")
    assert record.errors == []

    asks = position(
        2,
        {"0708": ["militia-foot-1"], "2124": ["militia-cavalry-1"], "4211": ["goldwave"]},
        scenario="complete-game",
        phase="combat",
    )
    page, record = open_it("e4f0", asks)
    enter(page, "[data-act='ask militia-foot-1']")
    page.wait_for_function(
        "() => document.querySelector('[data-region=log]').innerText.includes('Ironhoof')", timeout=PATIENCE
    )
    assert record.errors == []


# ---- its other rooms -------------------------------------------------------------------------------------------------


def test_the_lab_asks_compares_and_pins(dragon_pass: Any, visit: Any) -> None:
    """From the march: a battle that could be brought about, one thing changed, other odds, compared; pinned, it stays what all
    is compared with; its address opens it again. By mouse and by keyboard."""
    page, record = visit(dragon_pass)
    page.click("[data-value=together]")
    g = position(
        3, {"2124": ["militia-cavalry-1", "militia-cavalry-2"], "2224": ["militia-cavalry-3"], "1720": ["unriver"]}
    )
    sit_down(page, g.save())
    page.click("[data-do=whatif]")
    page.wait_for_selector("[data-region=lab-list]:has-text('After a march')", timeout=PATIENCE)
    page.click("[data-key=lab-pick-0]")
    page.wait_for_selector(".lab-said", timeout=PATIENCE)
    first = page.inner_text(".lab-said")
    assert "5:1" in first
    page.keyboard.press("p")
    page.wait_for_selector("[data-key=lab-pin][aria-pressed=true]", timeout=PATIENCE)
    page.focus("[data-key=lab-try-0]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".lab-compare", timeout=PATIENCE)
    assert page.inner_text(".lab-said") != first
    assert "points" in page.inner_text(".lab-compare")
    picture(page, "dragon-pass-lab")
    link = page.url
    changed = page.inner_text(".lab-said")
    page.click("[data-do=lab-swap]")
    again = "said => document.querySelector('.lab-answer .lab-said').innerText === said"
    page.wait_for_function(again, arg=first, timeout=PATIENCE)
    other, _ = visit(dragon_pass, f"?{link.partition('?')[2]}")
    other.wait_for_selector(".lab-said", timeout=PATIENCE)
    assert other.inner_text(".lab-said") == changed
    assert record.errors == []


def press(page: Any, text: str) -> None:
    """One act of a lesson: by its button where it has one, else on the map."""
    verb, _, what = text.partition(" ")
    button = page.locator(f"[data-act='{text}'], [data-value='{text}']")
    if button.count():
        button.first.click()
    elif verb == "lead":
        tap(page, page.locator(f".er-piece[data-unit='{what}']").get_attribute("data-area"))
    elif verb in ("step", "drift"):
        tap(page, what)
    settle(page)


@pytest.mark.siege
def test_a_lesson_is_stepped_through_by_doing(dragon_pass: Any, visit: Any) -> None:
    """Marching, from its first step to its last, on the map and by buttons; its places are shown close."""
    lesson = lessons(games.teaching("dragon-pass"))["march"]
    page, record = visit(dragon_pass, "?lesson=march")
    page.wait_for_function("() => document.querySelector('path.prov-2418').getBoundingClientRect().width > 30")
    picture(page, "dragon-pass-lesson")
    for number, step in enumerate(lesson.steps["1976"]):
        page.wait_for_function(
            "n => document.querySelector('[aria-current=step]')?.textContent.trim() === n", arg=str(number + 1)
        )
        for text in step.solution:
            press(page, text)
        page.wait_for_selector(".feedback.solved", timeout=PATIENCE)
        if number + 1 < len(lesson.steps["1976"]):
            page.click("[data-do=next]")
    assert record.errors == []


def test_hexes_have_their_numbers_and_a_forced_fight_is_hatched(dragon_pass: Any, visit: Any) -> None:
    """Numbers come with the zoom or by their key, a few hundred at most and unread by a screen reader, and the choice outlives a
    new visit; a hex in which one would have to fight is hatched, and says so where it is pointed at and to who cannot see it."""
    page, record = visit(dragon_pass)
    page.click("[data-do=go]")
    page.wait_for_selector("path.is-ready", timeout=PATIENCE)
    count = "() => document.querySelectorAll('svg.er-layer [aria-hidden=true] text').length"
    assert page.evaluate(count) == 0
    page.keyboard.press("#")
    page.wait_for_function(f"n => ({count})() > n", arg=20)
    assert page.get_attribute(".er-numbers", "aria-pressed") == "true"
    zone = ""
    for start in page.evaluate(LIT, "ready"):
        tap(page, start)
        if found := page.evaluate(LIT, "zone"):
            zone = found[0]
            break
    assert zone
    said = page.get_attribute(f"path.prov-{zone}", "aria-label")
    assert "you would have to fight here: " in said
    fill = page.evaluate("(id) => getComputedStyle(document.querySelector(`path.prov-${id}`)).fill", zone)
    assert "zone" in fill
    picture(page, "dragon-pass-zones")
    page.dispatch_event(f"path.prov-{zone}", "pointerover", {"bubbles": True})
    assert "you would have to fight here" in page.inner_text(".er-told")
    few = page.evaluate(count)
    for _ in range(3):
        page.click(".leaflet-control-zoom-in")
        settle(page)
    page.wait_for_function(f"n => ({count})() > n", arg=few)
    assert page.evaluate(count) < 700
    page.reload()
    wait_ready(page)
    page.wait_for_function(f"n => ({count})() > n", arg=20)
    assert record.outside == record.errors == []


def test_no_number_stands_over_a_name_of_the_picture(dragon_pass: Any, visit: Any) -> None:
    """Beside Runegate a hex has its number; the hex over which the name is printed has none."""
    page, record = visit(dragon_pass, "?lesson=walls")
    shown = "id => [...document.querySelectorAll('.er-names text')].some(it => it.textContent === id)"
    page.wait_for_function(shown, arg="2020", timeout=PATIENCE)
    page.wait_for_function(f"id => !({shown})(id)", arg="1920", timeout=PATIENCE)
    assert record.errors == []


def test_a_pile_that_is_pointed_at_stays_open(dragon_pass: Any, visit: Any) -> None:
    """Two counters laid open leave a gap where the mouse rests: the pile does not fall shut over it and open again."""
    key = "0be1" * 8
    pair = position(2, {"2233": ["goldwave", "unriver"], "2035": ["militia-foot-2"]}, phase="movement")
    SaveStore(dragon_pass.saves).put(key, "game", pair.save())
    page, record = visit(dragon_pass, f"?g={key}")
    through(page)
    box = page.locator("path.prov-2233").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".er-piece.open[data-area='2233']", timeout=PATIENCE)
    shut = page.evaluate("""() => new Promise((done) => {
      let times = 0;
      const watcher = new MutationObserver(() => { times += !document.querySelector(".er-piece.open[data-area='2233']"); });
      watcher.observe(document.querySelector(".er-piece[data-area='2233']"), { attributes: true });
      setTimeout(() => { watcher.disconnect(); done(times); }, 1200);
    })""")
    assert shut == 0
    assert record.errors == []


def test_the_key_folds_away(dragon_pass: Any, visit: Any) -> None:
    """The board takes the room of its key, now and after a reload, and gives it back."""
    page, record = visit(dragon_pass)
    page.click("[data-key=door-play]")
    page.wait_for_selector("path.is-ready", state="attached", timeout=PATIENCE)
    wide = "() => document.querySelector('path.prov-2124').getBoundingClientRect().width"
    whole = page.evaluate(wide)
    page.click(".er-key")
    page.wait_for_function(f"least => ({wide})() > least", arg=1.25 * whole)
    assert page.get_attribute(".er-key", "aria-pressed") == "false"
    right = page.evaluate(
        "() => Math.max(...[...document.querySelectorAll('path.prov')].map(it => it.getBoundingClientRect().right))"
    )
    pane = page.locator(".leaflet-widgets.elric-map").bounding_box()
    assert right <= pane["x"] + pane["width"] + 2
    page.reload()
    wait_ready(page)
    page.wait_for_function(f"least => ({wide})() > least", arg=1.25 * whole)
    picture(page, "dragon-pass-folded")
    page.click(".er-key")
    page.wait_for_function(f"most => ({wide})() < most", arg=1.02 * whole)
    assert record.errors == []


# Instead of the clipboard: of each picture its width, height, number of colours, and the drawing it was made from.
_CLIPBOARD = """() => {
  window.copied = [];
  const drawings = [], src = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
  Object.defineProperty(HTMLImageElement.prototype, "src", { get() { return src.get.call(this); }, set(value) {
    if (/^data:image.svg.xml;charset/.test(value)) drawings.push(decodeURIComponent(value.slice(value.indexOf(",") + 1)));
    src.set.call(this, value);
  } });
  window.ClipboardItem = class { constructor(kinds) { this.kinds = kinds; } };
  navigator.clipboard.write = async ([item]) => {
    const image = await createImageBitmap(Object.values(item.kinds)[0]), canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const dots = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    window.copied.push([canvas.width, canvas.height, new Set(dots).size, drawings.at(-1)]);
  };
}"""
_TEXTS = """([svg, part]) => {
  const roots = svg ? [new DOMParser().parseFromString(svg, "image/svg+xml").documentElement] : [...document.querySelectorAll(part)];
  return roots.flatMap((it) => {
    const found = [], walker = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode.data.trim() && !walker.currentNode.parentNode.closest("style")) found.push(walker.currentNode.data);
    return found;
  });
}"""


def test_map_and_battle_are_copied_as_pictures(dragon_pass: Any, visit: Any) -> None:
    """Both come into the clipboard as they stand, many colours deep, after a reload too; in a picture stands what stood in the
    part that was copied, and nothing from elsewhere on the page."""
    key = "91c7" * 8
    SaveStore(dragon_pass.saves).put(key, "game", answered(None)[0].save())
    page, record = visit(dragon_pass, f"?g={key}")

    def copied(button: str, part: str, least: int) -> None:
        page.evaluate(_CLIPBOARD)
        there = page.evaluate(_TEXTS, ["", f"{part}, .er-sprite"])
        page.locator(button).first.evaluate("it => it.click()")
        page.wait_for_function("() => window.copied.length", timeout=PATIENCE)
        width, height, colours, drawing = page.evaluate("window.copied[0]")
        box = page.locator(part).first.bounding_box()
        assert width >= box["width"] - 1
        assert height >= box["height"] - 1
        assert colours > least
        assert set(page.evaluate(_TEXTS, [drawing, ""])) <= set(there)

    through(page)
    for _ in range(2):
        settle(page)
        copied("[data-key=snapshot-map]", ".elric-map", 1000)
        page.reload()
        wait_ready(page)
        through(page)
    page.locator("[data-act='roll 1619']").last.click()
    page.wait_for_selector(".battlecard .die", state="attached", timeout=PATIENCE)
    settle(page)
    copied(".battlecard [data-key=told-picture]", ".battlecard", 100)
    assert record.errors == []
