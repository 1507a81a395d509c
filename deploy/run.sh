#!/bin/sh
# Runs the server or one of its commands on the project's own Node: run.sh server, run.sh COMMAND [ARGUMENTS].
# Settings come from the environment; compose.yaml and the systemd units supply them.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
node=$root/node_modules/node/bin/node
command=${1:-server}
[ $# -eq 0 ] || shift

case $command in
  # The same options as in scripts/server-options.mjs.
  server) exec "$node" --max-semi-space-size=6 "$root/server/main.ts" "$@" ;;
  ready) exec "$node" "$root/deploy/ready.mjs" "$@" ;;
  nightly-backup) exec "$root/deploy/nightly-backup.sh" "$@" ;;
  *[!a-z-]* | '') ;;
  *)
    file=$root/server/commands/$command.ts
    if [ -f "$file" ]; then exec "$node" "$file" "$@"; fi
    ;;
esac
echo "Unknown command: $command. There are: server, ready, nightly-backup, import, sources, history, match, user, backup, restore, move, migrate, push-keys." >&2
exit 2
