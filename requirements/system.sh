#!/usr/bin/env bash
# What the tests need besides Python packages: a display that nobody looks at, somebody to click in it, a terminal to draw on.
set -euo pipefail

declare -A package=([Xvfb]=xvfb [xdotool]=xdotool [tmux]=tmux)
missing=()
for command in "${!package[@]}"; do
  command -v "$command" > /dev/null || missing+=("${package[$command]}")
done
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

if ! command -v apt-get > /dev/null; then
  echo "The tests need ${missing[*]}: install them with this system's package manager." >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
echo "Installing ${missing[*]}, once" >&2
"${as_root[@]}" apt-get -qq update
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get -qq install --yes --no-install-recommends "${missing[@]}" > /dev/null
