#!/bin/sh
# Saves a backup, restores it into a temporary database to prove that it is complete, and deletes old ones.
#   nightly-backup.sh            once
#   nightly-backup.sh --every-day  now if today has none, then every day at BACKUP_TIME; for containers without a timer
# BACKUP_DIR        folder of the backups; the restore test needs free space there for twice the data
# BACKUP_KEEP_DAYS  age in days at which backups are deleted, 14 by default; the newest is always kept
# BACKUP_TIME       05:15 by default
# RESTORE_TEST      0 only checks the checksums, for databases too large to be restored every night
set -eu
umask 077

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
folder=${BACKUP_DIR:?BACKUP_DIR is not set}
days=${BACKUP_KEEP_DAYS:-14}
case $days in '' | *[!0-9]*) echo "BACKUP_KEEP_DAYS: a number of days is needed, not '$days'" >&2; exit 2 ;; esac

# Restores a backup into a temporary database. Tables that stayed newer after a rollback cannot be restored by this
# version (exit code 3); their checksums are compared.
restore_test() {
  test_folder=$(mktemp -d "$folder/.restore-test.XXXXXX") || return
  tested=0
  DATABASE_URL='' DATA_DIR=$test_folder/data "$root/deploy/run.sh" restore "$1" || tested=$?
  [ "$tested" != 3 ] || echo 'Only the checksums were tested, until the next update.'
  [ "$tested" = 0 ] || [ "$tested" = 3 ] || return
  rm -rf "$test_folder"
}

# A backup is called .backup only after its restore test, so that any file of that name can be relied on.
# One at a time: a run deletes what a killed one has left.
save() (
  exec 9<"$folder"
  flock 9 || return
  rm -rf "$folder"/.restore-test.* "$folder"/*.untested "$folder"/*.untested.partial
  file=$folder/$(date +%Y-%m-%dT%H%M%S).backup
  "$root/deploy/run.sh" backup --untested "$file.untested" || return
  if [ "${RESTORE_TEST:-1}" = 0 ]; then
    "$root/deploy/run.sh" restore --check "$file.untested" || return
  else
    restore_test "$file.untested" || return
  fi
  mv "$file.untested" "$file" || return
  "$root/deploy/run.sh" backup --tested "$file" || return
  find "$folder" -maxdepth 1 -name '*.backup' -mtime "+$days" ! -path "$file" -delete
)

case ${1:-} in
  '') save ;;
  --every-day)
    trap 'exit 0' TERM INT
    if [ -z "$(find "$folder" -maxdepth 1 -name "$(date +%F)T*.backup")" ]; then save || echo 'The backup failed.' >&2; fi
    while :; do
      next=$(date -d "${BACKUP_TIME:-05:15}" +%s)
      now=$(date +%s)
      if [ "$next" -le "$now" ]; then next=$(date -d "tomorrow ${BACKUP_TIME:-05:15}" +%s); fi
      # In the background, since the shell handles signals only between commands.
      sleep $((next - now)) &
      wait $!
      save || echo 'The backup failed.' >&2
    done
    ;;
  *) echo "Unknown argument: $1" >&2; exit 2 ;;
esac
