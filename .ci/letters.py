"""Makes the page's letters anew, from the packages the npm registry has of the Alegreya family (SIL Open Font License).

    npm pack @fontsource-variable/alegreya@5.3.0 @fontsource/alegreya@5.3.0 @fontsource/alegreya-sc@5.3.0 \\
        @fontsource/alegreya-sans@5.3.0        # then unpack each into FOLDER/<name of the package, / as ->
    pip install fonttools brotli
    python .ci/letters.py FOLDER

Only the letters that the page writes are kept. Figures are lining ones, for they stand beside names and in sums; those of the
sans are all equally wide. Writes the cuts into elric/widgets/static/fonts, and a print of each one's content into the addresses in fonts.css and in the page's template.
"""

import hashlib
import re
import sys
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "elric" / "widgets" / "static" / "fonts"
LETTERS = "".join(map(chr, range(0x20, 0x7F))) + "\u00a0·×½àéèëïöüç–—‘’“”•…−"
CAPITALS = "".join(c for c in LETTERS if c.isalnum() or c in " \u00a0!?.,:;'’“”()-–—&/·…")
FIGURES = "".join(c for c in LETTERS if ord(c) < 0x7F) + "\u00a0·×½–—’…−"

#: name: (package, file in it, range of weights or None, letters, features put in for good, features kept)
CUTS = {
    "serif": ("@fontsource-variable-alegreya", "alegreya-latin-wght-normal", (400, 700), LETTERS, ["lnum"], ["kern", "liga", "tnum"]),
    "italic": ("@fontsource-alegreya", "alegreya-latin-400-italic", None, LETTERS, ["lnum"], ["kern", "liga"]),
    "caps": ("@fontsource-alegreya-sc", "alegreya-sc-latin-500-normal", None, CAPITALS, ["lnum"], ["kern"]),
    "figures": ("@fontsource-alegreya-sans", "alegreya-sans-latin-500-normal", None, FIGURES, ["lnum", "tnum"], []),
    "figures-bold": ("@fontsource-alegreya-sans", "alegreya-sans-latin-700-normal", None, FIGURES, ["lnum", "tnum"], []),
}  # fmt: skip


def put_in(font: TTFont, feature: str) -> None:
    """Let the characters stand for what the feature would put in their place."""
    table = font["GSUB"].table
    lookups = {
        n for it in table.FeatureList.FeatureRecord if it.FeatureTag == feature for n in it.Feature.LookupListIndex
    }
    swap: dict[str, str] = {}
    for index in sorted(lookups):
        for part in table.LookupList.Lookup[index].SubTable:
            swap |= getattr(getattr(part, "ExtSubTable", part), "mapping", {})
    for cmap in font["cmap"].tables:
        cmap.cmap = {code: swap.get(glyph, glyph) for code, glyph in cmap.cmap.items()}


def cut(folder: Path, name: str) -> str:
    package, file, weights, letters, for_good, kept = CUTS[name]
    font = TTFont(folder / package / "package" / "files" / f"{file}.woff2", recalcTimestamp=False)
    if weights:
        whole = BytesIO()
        font.flavor = None
        instancer.instantiateVariableFont(font, {"wght": weights}).save(whole)
        font = TTFont(whole, recalcTimestamp=False)
    for feature in for_good:
        put_in(font, feature)
    options = Options(layout_features=kept, hinting=False, flavor="woff2", notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    font.flavor = "woff2"
    target = HERE / f"{name}.woff2"
    font.save(target)
    return hashlib.sha256(target.read_bytes()).hexdigest()[:8]


if __name__ == "__main__":
    prints = {name: cut(Path(sys.argv[1]), name) for name in CUTS}
    for file in (HERE.parent / "fonts.css", ROOT / "elric" / "app" / "voila" / "templates" / "elric" / "index.html.j2"):
        text = file.read_text(encoding="utf-8")
        for name, content in prints.items():
            text = re.sub(rf"fonts/{name}\.woff2\?v=\w*", f"fonts/{name}.woff2?v={content}", text)
        file.write_text(text, encoding="utf-8")
