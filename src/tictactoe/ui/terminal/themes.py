"""The colours of the full-screen game: the palette's, in the light and in the dark, or the terminal's own sixteen."""

from __future__ import annotations

from textual.theme import Theme

from tictactoe.draw.palette import PALETTES, Palette

SIXTEEN_COLOURS = ("ansi-dark", "ansi-light")
"""Themes made of the terminal's own colours."""
IN_THE_DARK = "dark"
"""Most terminals are dark: this is what is shown if the system does not say."""


def palette_themes() -> list[Theme]:
    """A theme for each palette, of the same name."""
    return [_theme(name, palette) for name, palette in PALETTES.items()]


def theme_names(has_few_colours: bool, first: str) -> tuple[str, ...]:
    """The themes that can be shown, in the order in which a key brings them; `first` is light or dark."""
    names = sorted(PALETTES, key=lambda name: name != first)
    few = sorted(SIXTEEN_COLOURS, key=lambda name: not name.endswith(first))
    return (*few,) if has_few_colours else (*names, *few)


def _theme(name: str, palette: Palette) -> Theme:
    return Theme(
        name=name,
        dark=name == IN_THE_DARK,
        primary=palette.x,
        secondary=palette.x,
        accent=palette.x,
        warning=palette.o,
        error=palette.o,
        success=palette.x,
        foreground=palette.ink,
        background=palette.paper,
        surface=palette.card,
        panel=palette.box,
        variables={
            "button-foreground": palette.ink,
            "button-color-foreground": palette.paper,
            "button-focus-text-style": "bold reverse",
            "input-cursor-background": palette.ink,
            "input-cursor-foreground": palette.paper,
            "input-selection-background": palette.gold,
            "input-selection-foreground": palette.ink,
            "text-disabled": palette.faint,
            "scrollbar": palette.faint,
            "scrollbar-background": palette.card,
        },
    )


def own_variables(theme: Theme, variables: dict[str, str]) -> dict[str, str]:
    """What the style sheet needs beside the theme's own names: the colours of the stones, and of what is faint."""
    if theme.name not in PALETTES:
        return {
            "mark-x": variables["primary"],
            "mark-o": variables["warning"],
            "faint": variables["foreground"],
            "won": variables["success"],
            "won-ground": variables["background"],
        }
    shades = PALETTES[theme.name]
    return {
        "mark-x": shades.x,
        "mark-o": shades.o,
        "faint": shades.faint,
        "won": shades.gold,  # which is the ground, since both are reversed: so they are told apart without colours too
        "won-ground": shades.ink,
    }
