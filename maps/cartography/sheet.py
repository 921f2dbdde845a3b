"""The style sheet inside the drawing: one set of colours, and what is visible at which size.

A picture shown through ``<img>`` takes its rendered width as its viewport, so ``@media`` rules can hide small names on
a phone and show more of them on a large screen.
"""

from __future__ import annotations

from .ink import Ink
from .spots import SPACED

FONTS = "'Palatino Linotype',Palatino,'Book Antiqua',Georgia,'DejaVu Serif',serif"
#: Rendered widths (CSS pixels) at which the phone layout ends and the large layout begins.
PHONE_BELOW, LARGE_FROM = 620, 1500
#: The nominal width of the picture: that of the opening layout.
OPENING = 1000
#: Font sizes in the large layout, relative to the opening layout.
SHRINK = {"city": 0.83, "place": 0.83, "sea": 0.84}


def sheet(ink: Ink, sizes: dict[str, float], fonts: str) -> str:
    """CSS for one ink. :param sizes: font size of each class of straight label, units. :param fonts: ``@font-face``
    rules."""
    rules = [
        fonts,
        f"text{{font-family:Young,{FONTS};text-rendering:geometricPrecision}}",
        f".caps,.nation,.region,.phone{{font-family:'Young Caps',{FONTS}}}",
        ".place,.sea,.minor{font-style:italic}",
        "text{paint-order:stroke;stroke-linejoin:round;stroke-width:3.4px}",
        f".city,.place,.minor{{fill:{ink.land_text};stroke:{ink.land_halo};stroke-opacity:.86}}",
        f".minor{{fill:{ink.faint_text};stroke-width:2.4px}}",
        f".sea{{fill:{ink.sea_text};stroke:{ink.sea_halo};stroke-opacity:.7}}",
        f".nation,.region,.phone{{text-anchor:middle;stroke:{ink.land_halo};stroke-opacity:.7;stroke-width:4px}}",
        f".region{{fill:{ink.faint_text}}}",
        ".wide,.phone{display:none}",
        "path{stroke-linejoin:round;stroke-linecap:round}",
        ".nf,.pk,.ps,.wl,.fr,.dn,.gr,.sm,.wv,.fo,.bl,.hi,.hr,.sl,.pr,.rv{fill:none}",
        f".wl{{stroke:{ink.water_line}}}",
        f".sb{{fill:none;stroke:{ink.sea_border};stroke-width:1.7;stroke-dasharray:4.5 5;opacity:.62}}",
        f".is{{fill:{ink.paper};stroke:{ink.coast};stroke-width:1.2}}",
        f".co{{fill:none;stroke:{ink.coast};stroke-width:1.9}}",
        f".ha{{stroke:{ink.hatch};stroke-width:1;opacity:.6}}.hc{{stroke:{ink.chaos};stroke-width:1.2;opacity:.5}}",
        f".pr{{stroke:{ink.province};stroke-width:1.35;stroke-dasharray:5.5 4;opacity:.85}}",
        f".nf{{stroke:{ink.frontier};stroke-width:2.1;opacity:.9}}",
        f".ne{{fill:none;stroke:{ink.frontier};stroke-width:1.2;opacity:.45}}.rv{{stroke:{ink.river}}}",
        f".pl{{fill:{ink.rock_light}}}.pd{{fill:{ink.rock_dark};opacity:.5}}",
        f".th{{fill:{ink.rock}}}.pk{{stroke:{ink.frontier};stroke-width:1.1}}.ps{{stroke:{ink.frontier};stroke-width:.7;opacity:.8}}",
        f".lf{{fill:{ink.leaf};stroke:{ink.leaf_dark};stroke-width:.9}}.tk{{stroke:{ink.leaf_dark};stroke-width:1.4}}",
        f".ls{{fill:none;stroke:{ink.leaf_dark};stroke-width:.8;opacity:.7}}.fr{{stroke:{ink.leaf_dark};stroke-width:1.3}}",
        f".gr{{stroke:{ink.leaf_dark};stroke-width:1;opacity:.85}}.dn{{stroke:{ink.sand};stroke-width:1.2}}",
        f".fo{{stroke:{ink.water_line};stroke-width:1.1}}.wv{{stroke:{ink.water_line};stroke-width:1;opacity:.5}}.sm{{stroke:{ink.shallow};stroke-width:1.7;opacity:.85}}",
        f".bu{{fill:{ink.shallow};fill-opacity:.4;stroke:{ink.boil};stroke-width:.8;opacity:.9}}",
        f".bst{{opacity:.72}}.bf{{fill:{ink.sea_light};stroke:{ink.water_line};stroke-width:1.2}}",
        f".bl{{stroke:{ink.water_line};stroke-width:1.1}}.bd,.be{{fill:{ink.water_line};stroke:{ink.water_line};stroke-width:.8}}",
        f".ar{{stroke:{ink.sign_ink};stroke-width:1.9}}",
        f".sg{{fill:{ink.sign};stroke:{ink.sign_ink};stroke-width:1.5}}.si{{fill:{ink.sign_ink}}}",
        f".sw{{fill:{ink.sign};stroke:{ink.sign_ink};stroke-width:1}}.sx{{fill:{ink.hilt}}}",
        f".sl{{stroke:{ink.sign_ink};stroke-width:1.1}}.st{{fill:{ink.star};stroke:{ink.sign_ink};stroke-width:.7}}",
        f".mg{{fill:{ink.magic};stroke:{ink.magic_ink};stroke-width:1.5}}.mi{{fill:{ink.magic_ink}}}",
        f".hb{{fill:{ink.harbour};stroke:{ink.harbour_ink};stroke-width:1}}",
        f".hi,.hr{{stroke:{ink.harbour_ink};stroke-width:1.7}}.hr{{stroke-width:1.5}}",
        f".fp{{fill:{ink.frame_paper}}}.fk{{fill:none;stroke:{ink.frame}}}.fd{{fill:{ink.frame}}}",
    ]
    for i, deep in enumerate(ink.deeps):
        rules.append(f".n{i}{{fill:{deep}}}")
    rules += [f".p{round(s * 100)}{{letter-spacing:{s:g}em}}" for s in SPACED]
    rules += [f".{name}{{font-size:{size:g}px}}" for name, size in sizes.items()]
    smaller = "".join(
        f".{name}{{font-size:{size * SHRINK.get(name.rstrip('0123456789'), 1):.1f}px}}"
        for name, size in sizes.items()
        if name.rstrip("0123456789") in SHRINK
    )
    rules.append(f"@media(min-width:{LARGE_FROM}px){{.wide{{display:inline}}{smaller}}}")
    rules.append(f"@media(max-width:{PHONE_BELOW - 1}px){{.open{{display:none}}.phone{{display:inline}}}}")
    return "".join(rules)
