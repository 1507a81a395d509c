#!/bin/sh
# Writes .env for compose.yaml: secrets of its own and the images by digest. Values that .env has stay.
set -eu

usage() {
  cat <<'TEXT'
deploy/container.sh HOST CERTIFICATE [postgres]

  HOST         name under which people reach the server, such as prices.example.ru
  CERTIFICATE  your e-mail address: certificates of Let's Encrypt
               internal: certificates of Caddy's own authority
               none: no HTTPS here; a reverse proxy of yours forwards to 127.0.0.1:3000
  postgres     PostgreSQL instead of the embedded database

The variables DEBIAN, CADDY and POSTGRES name other images than debian:trixie-slim, caddy:2 and postgres:17, and DOCKER
another program than docker. The images' digests are looked up and written to .env; to move to newer images, delete
their lines there.
TEXT
}

if [ $# -lt 2 ] || [ $# -gt 3 ]; then usage >&2; exit 2; fi
cd "$(dirname -- "$0")/.."
# shellcheck source=deploy/settings.sh
. deploy/settings.sh
docker=${DOCKER:-docker}
check_address "$1" "$2"

# Pulls an image and writes its name with the digest that the registry gave.
pin() {
  if has "$1"; then return; fi
  "$docker" pull -q "$2" >/dev/null
  digest=$("$docker" image inspect --format '{{index .RepoDigests 0}}' "$2")
  case $digest in *@sha256:*) put "$1" "$digest" ;; *) echo "$2 has no digest" >&2; exit 1 ;; esac
}

profiles=
open_settings .env
pin BASE_IMAGE "${DEBIAN:-docker.io/library/debian:trixie-slim}"
if [ "$2" != none ]; then
  pin CADDY_IMAGE "${CADDY:-docker.io/library/caddy:2}"
  replace SITE_ADDRESS "$1"
  replace CADDY_TLS "$2"
  profiles=https
fi
case ${3:-} in
  '') ;;
  postgres)
    pin POSTGRES_IMAGE "${POSTGRES:-docker.io/library/postgres:17}"
    put POSTGRES_PASSWORD "$(random 24)"
    put DATABASE_URL "postgres://prices:$(value_of POSTGRES_PASSWORD)@postgres/prices"
    profiles=${profiles:+$profiles,}postgres
    ;;
  *) usage >&2; exit 2 ;;
esac
replace COMPOSE_PROFILES "$profiles"
replace PUBLIC_URL "https://$1"
put_secrets
echo "Written to .env, which only you can read."
echo "Next: $docker compose up -d --build --wait"
