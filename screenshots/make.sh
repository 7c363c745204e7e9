#!/usr/bin/env bash
# Makes the pictures of this folder: drives the real window by a script, under Xvfb when there is no display.
# Usage: bash screenshots/make.sh
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet
bin="${CARGO_TARGET_DIR:-target}/release/collidoscope"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

shoot() { # name, scene, script
  printf '%s\n' "$3" >"$work/script"
  if [ -n "${DISPLAY:-}" ]; then
    "$bin" "$2" --script "$work/script"
  else
    xvfb-run -a -s '-screen 0 1920x1080x24' "$bin" "$2" --script "$work/script"
  fi
  echo "screenshots/$1.png"
}

# The first 500 frames let the note "Opened …" go.
# Chips of the lenses lie at y = 63: contacts 108, SAT axes 210, Minkowski 305, boxes 396, velocity 490, islands 583.
shoot main welcome 'size 1280 800
wait 500
key space
wait 130
screenshot screenshots/main.png
quit'

shoot microscope scenes/microscope/gjk_4_overlap.json 'size 1280 800
wait 200
key right
wait 200
screenshot screenshots/microscope.png
quit'

shoot pipeline scenes/microscope/pipeline_1_typical.json 'size 1280 800
wait 260
key shift+right
key shift+right
key shift+right
key shift+right
key shift+right
key shift+right
key right
key right
wait 20
screenshot screenshots/pipeline.png
quit'

# A click on the region's border selects it.
shoot smoke chimney 'size 1280 800
wait 500
key space
wait 420
key space
wait 30
click 265 300
wait 20
key return
wait 60
key right
key right
key right
key right
key right
key right
wait 100
screenshot screenshots/smoke.png
quit'

shoot shadow scenes/microscope/shadow_1_typical.json 'size 1280 800
wait 200
key end
wait 60
screenshot screenshots/shadow.png
quit'

shoot lamp swinging_lamp 'size 1280 800
wait 500
key space
wait 90
screenshot screenshots/lamp.png
quit'

shoot lesson lesson_two_boxes 'size 1280 800
wait 10
key pagedown
wait 5
key pagedown
wait 5
key pagedown
wait 420
screenshot screenshots/lesson.png
quit'

shoot sat sat_pair 'size 1280 800
wait 500
screenshot screenshots/sat.png
quit'

shoot minkowski gjk_apart 'size 1280 800
wait 500
screenshot screenshots/minkowski.png
quit'

shoot card_house card_house 'size 1280 800
wait 500
click 583 63
key space
wait 90
screenshot screenshots/card_house.png
quit'

shoot broadside broadside 'size 1280 800
wait 500
key space
wait 420
screenshot screenshots/broadside.png
quit'

shoot graphs pendulum 'size 1280 800
wait 500
key space
wait 400
screenshot screenshots/graphs.png
quit'

shoot aim_range aim_range 'size 1280 800
wait 500
key space
wait 200
screenshot screenshots/aim_range.png
quit'

shoot drive drive 'size 1280 800
wait 500
key space
wait 60
screenshot screenshots/drive.png
quit'
