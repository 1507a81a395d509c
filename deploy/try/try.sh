#!/bin/bash
# Follows docs/guide/installation.md literally on bare Debian machines, and times it (deploy/README.md):
#   deploy/try/try.sh systemd | container | postgres …
# Needs root, debootstrap, systemd-container, git, curl and nftables, and a network for Debian's and npm's packages.
# shellcheck disable=SC2016
set -euo pipefail

SOURCES=$(cd "$(dirname "$0")/../.." && pwd -P)
HOST=prices.example.ru
. "$SOURCES/deploy/try/machine.sh"
. "$SOURCES/deploy/try/checks.sh"

# Commands of a section of the guide; the machine has the sources as a repository and no public name.
guide() {
  awk -v section="## $1" '/^## /{on=($0==section)} on&&/^```$/{code=0} on&&code{print} on&&/^```sh$/{code=1}' \
    "$SOURCES/docs/guide/installation.md" | sed 's#ADDRESS#/root/sources.git#; s#you@example.ru#internal#'
}

follow() {
  printf 'set -e\n%s\n' "$1" | tee "$WORK/commands.sh" | inside bash -xs
}

try_systemd() {
  local started=$SECONDS
  follow "$(guide systemd)"
  root_certificate=$WORK/machine/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
  set_up journalctl --namespace=tyre-prices -o cat
  price_list | inside sh -c 'cat >/tmp/prices.csv; chmod a+r /tmp/prices.csv'
  inside tyre-prices import --site example.ru /tmp/prices.csv
  expect_list
  done_in systemd $started
  check_systemd
}

# $1: '' or postgres
try_container() {
  local started
  serve_images
  started=$SECONDS
  follow "export DEBIAN=localhost:5000/debian CADDY=localhost:5000/caddy POSTGRES=localhost:5000/postgres
$(guide Container | sed "/container\.sh/s/\$/ ${1:-}/")"
  inside docker compose -f /srv/tyre-prices/compose.yaml cp https:/data/caddy/pki/authorities/local/root.crt /root/root.crt
  root_certificate=$WORK/machine/root/root.crt
  set_up docker compose -f /srv/tyre-prices/compose.yaml logs app
  price_list | inside sh -c 'cat >/srv/tyre-prices/prices.csv; chmod a+r /srv/tyre-prices/prices.csv'
  compose run --rm -T -v /srv/tyre-prices/prices.csv:/prices.csv:ro app import --site example.ru /prices.csv
  expect_list
  done_in "container ${1:-}" $started
  check_container "${1:-}"
}

# A registry on the machine with images of Debian's packages, since try-outs reach no public one.
serve_images() {
  inside sh -c 'apt-get update -qq && apt-get install -y -qq docker.io docker-buildx docker-registry >/dev/null 2>&1'
  # Debian's configuration asks for a password.
  inside sh -c "sed -i '/^auth:/,/^[^ ]/{/^auth:/d;/^ /d}' /etc/docker/registry/config.yml && systemctl restart docker-registry"
  tar -C "$WORK/base" -c . | inside docker import - localhost:5000/debian >/dev/null
  inside docker push -q localhost:5000/debian
  for name in caddy postgres; do
    tar -C "$SOURCES/deploy/try/images" -c . |
      inside docker build -q --network host --build-arg BASE_IMAGE=localhost:5000/debian --target $name -t localhost:5000/$name -
    inside docker push -q localhost:5000/$name
  done
  # The guide's commands pull them again.
  inside sh -c 'docker rmi -f $(docker images -q) >/dev/null; docker builder prune -af >/dev/null'
}

mkdir -p "$WORK"
debian bare systemd,systemd-sysv,dbus,udev,iproute2,ca-certificates
debian base ca-certificates
trap 'halt; network_down' EXIT
network_up
for route in "$@"; do
  boot
  case $route in
    systemd) try_systemd ;;
    container) try_container '' ;;
    postgres) try_container postgres ;;
    *) echo "Unknown route: $route" >&2; exit 2 ;;
  esac
  halt
done
