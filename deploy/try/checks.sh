# shellcheck shell=bash
# What a try-out expects of an installed server; sourced by try.sh.
# shellcheck disable=SC2016,SC2154,SC2034

fetch() {
  curl -sS --fail-with-body --cacert "$root_certificate" --resolve "$HOST:443:$ADDRESS_THERE" --resolve "$HOST:80:$ADDRESS_THERE" "$@"
}

done_in() {
  echo "RESULT $1: signed-in list over HTTPS after $((SECONDS - $2)) s"
}

# Creates the administrator as the set-up in the browser does, with the code from the log that the command prints.
set_up() {
  local code
  code=$(inside "$@" | sed -n 's/.*введите код \([0-9A-Z-]*\).*/\1/p' | tail -n 1)
  password=$(openssl rand -hex 12)
  fetch "https://$HOST/api/companion/setup" -H 'content-type: application/json' \
    -d "{\"code\":\"$code\",\"username\":\"admin\",\"password\":\"$password\"}"
  echo
}

# A list of made-up prices.
price_list() {
  echo 'article;brand;name;width;height;diameter;season;city;warehouse;retail;opt;stock'
  for i in $(seq 10 40); do
    echo "T$i;Polar;Polar $i;205;55;16;Зимняя;Омск;Склад;$((5000 + i));$((4000 + i));$i"
  done
}

# Signs in over HTTPS as a browser on another machine would, and reads a page of prices.
expect_list() {
  local token rows
  token=$(fetch "https://$HOST/auth/login" -H 'content-type: application/json' -d "{\"username\":\"admin\",\"password\":\"$password\"}" |
    sed 's/.*"access_token":"\([^"]*\)".*/\1/')
  rows=$(fetch "https://$HOST/api/analytics/retailTyres" -H "authorization: Bearer $token")
  [ ${#rows} -gt 1000 ] || { echo "No list: $rows" >&2; return 1; }
  echo "RESULT list of ${#rows} characters, first: ${rows:0:160}"
  fetch -o /dev/null -D - "https://$HOST/" | tr -d '\r' | grep -iE '^(HTTP|strict-transport|cache-control|content-security|server|via|x-powered)' | cut -c1-110
  fetch -o /dev/null -w 'http → %{http_code} %{redirect_url}\n' "http://$HOST/"
}

check() {
  echo "--- $1"
  shift
  "$@"
}

check_systemd() {
  check 'score' inside sh -c 'systemd-analyze security --no-pager --threshold=20 tyre-prices.service tyre-prices-backup.service | tail -n 3'
  check 'user, permissions' inside sh -c 'cat /proc/$(systemctl show -p MainPID --value tyre-prices)/status | grep -E "^(Uid|CapEff|CapBnd|NoNewPrivs|Seccomp):"; stat -c "%A %U %n" /etc/tyre-prices/settings /var/lib/tyre-prices /var/lib/tyre-prices/* /var/backups/tyre-prices /opt/tyre-prices/current/server/main.ts'
  check 'secrets not in the log' inside sh -c "! journalctl --no-pager --merge | grep -Fe '$password'; ! journalctl --no-pager --namespace=tyre-prices | grep -Fe '$password'"
  check 'a command' new_password tyre-prices
  check 'backup' inside systemctl start tyre-prices-backup.service
  check 'log' inside journalctl --namespace=tyre-prices --no-pager -o cat
  check 'files' inside ls -la /var/backups/tyre-prices
  check 'timer' inside systemctl list-timers --no-pager tyre-prices-backup.timer
  check 'nothing failed' inside sh -c "! journalctl --namespace=tyre-prices --no-pager -o cat | grep '\"level\"'"
  check 'killed, it starts again' inside sh -c 'systemctl kill -s KILL tyre-prices && sleep 3 && tyre-prices ready 60 && systemctl show -p NRestarts tyre-prices'
  check 'installed again' inside sh -c 'cd /usr/local/src/tyre-prices && deploy/install.sh && ls /opt/tyre-prices/releases'
  check 'updated' update_systemd
  expect_list
  check 'restored on another machine' restore_elsewhere
  check 'uninstalled, data stays' inside sh -c '/usr/local/src/tyre-prices/deploy/uninstall.sh; ls -d /etc/tyre-prices /var/lib/tyre-prices /var/backups/tyre-prices; ls -d /opt/tyre-prices /etc/systemd/system/tyre* /usr/local/sbin/tyre* 2>&1 | cat; systemctl is-active tyre-prices caddy || true'
  check 'and with all data' inside sh -c '/usr/local/src/tyre-prices/deploy/uninstall.sh --purge; ls -d /etc/tyre-prices /var/lib/tyre-prices /var/backups/tyre-prices 2>&1 | cat; id tyre-prices 2>&1 | cat; systemctl --failed --no-pager --no-legend'
}

# Installs a version that differs in one file, by the guide's commands.
update_systemd() {
  inside sh -euc 'cd /usr/local/src/tyre-prices; echo "<!-- another version -->" >>index.html
    deploy/install.sh; ls -l /opt/tyre-prices/releases /opt/tyre-prices/current /var/backups/tyre-prices'
  fetch "https://$HOST/" | grep -F 'another version'
}

# An emptied service takes over the backup with the settings, as on another machine.
restore_elsewhere() {
  inside sh -euc 'cd /root; cp "$(ls /var/backups/tyre-prices/20*.backup | tail -n 1)" FILE.backup; cp /etc/tyre-prices/settings kept
    /usr/local/src/tyre-prices/deploy/uninstall.sh --purge
    install -d /etc/tyre-prices; install -m 0600 kept /etc/tyre-prices/settings
    /usr/local/src/tyre-prices/deploy/install.sh >/dev/null
    systemctl stop tyre-prices; rm /var/lib/tyre-prices/prices.sqlite*
    cp FILE.backup /var/backups/tyre-prices/; chown tyre-prices: /var/backups/tyre-prices/FILE.backup
    tyre-prices restore /var/backups/tyre-prices/FILE.backup
    systemctl start tyre-prices; tyre-prices ready 60'
  root_certificate=$WORK/machine/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
  expect_list
}

# Replaces the administrator's password through the command that is given, and signs in with it.
new_password() {
  password=$(openssl rand -hex 12)
  echo "$password" | inside "$@" user password admin
  expect_list
}

compose() {
  inside docker compose --project-directory /srv/tyre-prices "$@"
}

check_container() {
  check 'state' compose ps --format 'table {{.Service}}\t{{.Status}}\t{{.Ports}}'
  check 'images' inside sh -c 'docker images --format "{{.Repository}} {{.Size}}"; grep -E "_IMAGE=|PROFILES" /srv/tyre-prices/.env; stat -c "%A %U %n" /srv/tyre-prices/.env'
  check 'user, file system, capabilities' compose exec -T app sh -c 'id; touch /app/x 2>&1; touch /x 2>&1; grep -E "CapEff|CapBnd|NoNewPrivs" /proc/1/status; ls -la /data; ls -a /app; command -v npm node || true'
  check 'no secrets in the image' inside sh -c "! docker image inspect tyre-prices | grep -Fe '$password'; ! docker run --rm --entrypoint sh tyre-prices -c 'grep -rlFe $password /app/dist /app/server /app/deploy; ls -a /app | grep env'"
  check 'log' compose logs --no-log-prefix app backup
  check 'a command' new_password docker compose --project-directory /srv/tyre-prices exec -T app deploy/run.sh
  check 'backups' compose exec -T backup ls -la /backups
  check 'backup now' compose exec -T backup deploy/run.sh nightly-backup
  check 'nothing failed' inside sh -c "cd /srv/tyre-prices; ! docker compose logs app | grep '\"level\"'"
  check 'stops in time' inside sh -c 'cd /srv/tyre-prices; s=$(date +%s); docker compose stop app >/dev/null 2>&1; echo $(($(date +%s)-s)) s; docker compose ps -a --format "{{.Service}} {{.Status}}" app; docker compose up -d --wait 2>&1 | tail -1'
  if [ -z "$1" ]; then check 'same image from a second build' same_build; fi
  check 'restored on another machine' restore_volumes
}

# Two builds without a cache have the same files.
same_build() {
  inside sh -euc 'sums() { docker run --rm --entrypoint sh "$1" -c "cd /app && find . -type f -print0 | sort -z | xargs -0 sha256sum" >"$2"; }
    cd /srv/tyre-prices; sums tyre-prices /root/first
    docker tag tyre-prices first; docker compose build -q --no-cache app; sums tyre-prices /root/second
    wc -l /root/first; cmp /root/first /root/second && echo identical || diff /root/first /root/second | head'
}

restore_volumes() {
  inside sh -euc 'cd /srv/tyre-prices; docker compose cp backup:/backups/. /root/copies
    cp "$(ls /root/copies/*.backup | tail -n 1)" /root/FILE.backup; chmod a+r /root/FILE.backup
    docker compose down -v 2>&1 | tail -1
    docker compose run --rm -T -v /root/FILE.backup:/FILE.backup:ro app restore /FILE.backup
    docker compose up -d --wait 2>&1 | tail -1
    docker compose cp https:/data/caddy/pki/authorities/local/root.crt /root/root.crt'
  expect_list
}
