"""The words of the game in plain words. The words stand in data/glossary.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from elric.tutor.glossary import Glossary

GLOSSARY: Final = Glossary(Path(__file__).parent / "data" / "glossary.toml")
