# What the official image does at its start, for the settings in compose.yaml.
set -eu
mkdir -p "$PGDATA" /run/postgresql
chown postgres "$PGDATA" /run/postgresql
chmod 0700 "$PGDATA"
as() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -f "$PGDATA/PG_VERSION" ]; then
  umask 077
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  chown postgres /tmp/password
  as /usr/local/bin/initdb -D "$PGDATA" -U "$POSTGRES_USER" -A scram-sha-256 --pwfile=/tmp/password -E UTF8 --locale=C.UTF-8
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  if [ "$POSTGRES_DB" != postgres ]; then
    echo "CREATE DATABASE \"$POSTGRES_DB\"" | as /usr/local/bin/postgres --single -D "$PGDATA" postgres
  fi
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups /usr/local/bin/postgres -D "$PGDATA" -c listen_addresses='*'
