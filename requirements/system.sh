#!/bin/sh
# What the tests need besides Python packages: Node to check the page's JavaScript; git, with which check50 fetches its
# checks; and a display that nobody looks at,
# somebody to click in it, a terminal to draw on, a browser. Only Linux has them all: on other systems the tests that
# need those are skipped. So are those that play with the program gomoku, where its package bsdgames cannot be had.
set -eu

has() { command -v "$1" > /dev/null; }

missing=
has node || missing="$missing nodejs"
has npm || missing="$missing npm"
has git || missing="$missing git"
if [ "$(uname)" = Linux ]; then
  has Xvfb || missing="$missing xvfb"
  has xdotool || missing="$missing xdotool"
  has tmux || missing="$missing tmux"
  has chromium || has chromium-browser || has google-chrome || missing="$missing chromium"
fi
wanted=
if has apt-get && [ ! -x /usr/games/gomoku ]; then
  wanted=bsdgames
fi
[ -n "$missing$wanted" ] || exit 0

if ! has apt-get; then
  echo "The tests need$missing: install them with this system's package manager." >&2
  exit 1
fi
as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
install() {
  $as_root apt-get -qq update
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "$@" > /dev/null
}

if [ -n "$missing" ]; then
  echo "Installing$missing, once" >&2
  # shellcheck disable=SC2086  each word is a package
  install $missing
fi
if [ -n "$wanted" ]; then
  echo "Installing $wanted, once" >&2
  as_root="${as_root:+sudo -n}" # nobody is asked for a password for it
  install "$wanted" || echo "Without $wanted, the tests that play with gomoku are skipped." >&2
fi
