#!/bin/sh
# Installs the server as a systemd service on Debian, or brings an installation up to these sources
# (docs/guide/installation.md). Everything that it creates is listed in deploy/README.md.
set -eu

usage() {
  cat <<'TEXT'
deploy/install.sh HOST CERTIFICATE

  HOST         name under which people reach the server, such as prices.example.ru
  CERTIFICATE  your e-mail address: certificates of Let's Encrypt
               internal: certificates of Caddy's own authority
               none: no HTTPS here; a reverse proxy of yours forwards to 127.0.0.1:3000

deploy/install.sh    again, with the settings that it has written
TEXT
}

NAME=tyre-prices
ROOT=/opt/$NAME
SOURCES=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
# shellcheck source=deploy/settings.sh
. "$SOURCES/deploy/settings.sh"

if [ $# -eq 0 ] && [ -f /etc/$NAME/settings ]; then
  SETTINGS=/etc/$NAME/settings
  set -- "$(value_of SITE_ADDRESS)" "$(value_of CADDY_TLS)"
fi
if [ $# -ne 2 ]; then usage >&2; exit 2; fi
check_address "$1" "$2"
if [ "$(id -u)" != 0 ]; then echo 'Run it as root, or with sudo.' >&2; exit 1; fi
host=$1 certificate=$2
say() { echo "== $*"; }

say 'Packages'
packages=
[ -f /etc/ssl/certs/ca-certificates.crt ] || packages="$packages ca-certificates"
command -v openssl >/dev/null || packages="$packages openssl"
command -v npm >/dev/null || packages="$packages nodejs npm"
[ "$certificate" = none ] || command -v caddy >/dev/null || packages="$packages caddy"
if [ -n "$packages" ]; then
  apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
fi

say 'User and settings'
id $NAME >/dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/$NAME --no-create-home --shell /usr/sbin/nologin $NAME
install -d -m 0755 /etc/$NAME $ROOT
install -d -m 0700 -o $NAME -g $NAME /var/lib/$NAME /var/cache/$NAME /var/backups/$NAME
fresh=
[ -f /etc/$NAME/settings ] || fresh=1
open_settings /etc/$NAME/settings
replace SITE_ADDRESS "$host"
replace CADDY_TLS "$certificate"
put PUBLIC_URL "https://$host"
put HOST 127.0.0.1
put PORT 3000
put TRUST_PROXY 127.0.0.1,::1
put_secrets
# Options of deploy/update.mjs.
origin=$(git -C "$SOURCES" remote get-url origin 2>/dev/null || true)
case $origin in *[\"\\]*) origin= ;; esac
# Private, since the address of a repository may hold a password.
[ -f $ROOT/update.config.json ] || (umask 077 && cat >$ROOT/update.config.json) <<JSON
{
  "from": "${origin:-$SOURCES}",
  "service": "$NAME",
  "env-file": "/etc/$NAME/settings",
  "data-dir": "/var/lib/$NAME",
  "backups": "/var/backups/$NAME"
}
JSON

say 'Units, nightly backup, log'
for unit in $NAME.service $NAME-backup.service $NAME-backup.timer; do
  install -m 0644 "$SOURCES/deploy/systemd/$unit" "/etc/systemd/system/$unit"
done
install -m 0644 "$SOURCES/deploy/systemd/journald@$NAME.conf" /etc/systemd/journald@$NAME.conf
install -m 0755 "$SOURCES/deploy/systemd/$NAME" /usr/local/sbin/$NAME
systemctl daemon-reload
systemctl enable -q $NAME.service $NAME-backup.timer

say 'Building the app and starting it (some minutes)'
node "$SOURCES/deploy/update.mjs" --root $ROOT "$SOURCES"
# If that version runs already, its settings may be new.
[ -n "$fresh" ] || systemctl restart $NAME.service
systemctl start $NAME.service $NAME-backup.timer
/usr/local/sbin/$NAME ready 300

if [ "$certificate" != none ]; then
  say 'HTTPS'
  sed "s/{\$SITE_ADDRESS}/$host/; s/{\$CADDY_TLS}/$certificate/; s/{\$UPSTREAM}/127.0.0.1:$(value_of PORT)/" \
    "$SOURCES/deploy/Caddyfile" >/etc/caddy/$NAME.caddy
  grep -q "^import $NAME.caddy" /etc/caddy/Caddyfile || printf '\nimport %s.caddy\n' $NAME >>/etc/caddy/Caddyfile
  systemctl enable -q caddy
  systemctl reload-or-restart caddy
fi

say "Running: https://$host"
[ -z "$fresh" ] || echo "Set it up in the browser: https://$host/setup. The code is in the log: journalctl --namespace=$NAME -o cat | grep настройка"
