#!/bin/sh
# Removes the service that install.sh has installed. Data, backups and settings stay, unless --purge is given.
set -eu

NAME=tyre-prices
case ${1:-} in
  '' | --purge) ;;
  *) echo 'deploy/uninstall.sh [--purge]   --purge also deletes data, backups and settings' >&2; exit 2 ;;
esac
if [ "$(id -u)" != 0 ]; then echo 'Run it as root, or with sudo.' >&2; exit 1; fi

systemctl disable -q --now $NAME-backup.timer $NAME.service 2>/dev/null || true
systemctl stop $NAME-backup.service 2>/dev/null || true
if [ -f /etc/caddy/$NAME.caddy ]; then
  sed -i "/^import $NAME\.caddy$/d" /etc/caddy/Caddyfile
  rm -f /etc/caddy/$NAME.caddy
  systemctl reload-or-restart caddy
fi
rm -f /etc/systemd/system/$NAME.service /etc/systemd/system/$NAME-backup.service /etc/systemd/system/$NAME-backup.timer
systemctl stop "systemd-journald@$NAME.socket" "systemd-journald-varlink@$NAME.socket" "systemd-journald@$NAME.service" 2>/dev/null || true
rm -f /etc/systemd/journald@$NAME.conf /usr/local/sbin/$NAME
systemctl daemon-reload
rm -rf /opt/$NAME /var/cache/$NAME
! id $NAME-build >/dev/null 2>&1 || userdel $NAME-build

if [ "${1:-}" = --purge ]; then
  # shellcheck disable=SC2115
  rm -rf /etc/$NAME /var/lib/$NAME /var/backups/$NAME /var/log/journal/*."$NAME"
  ! id $NAME >/dev/null 2>&1 || userdel $NAME
  echo 'Removed with all data.'
else
  echo "Removed. Data, backups and settings stay in /var/lib/$NAME, /var/backups/$NAME and /etc/$NAME; --purge deletes them."
fi
