# shellcheck shell=sh
# Functions that write the settings of an installation; sourced by container.sh and install.sh.

# Creates a file of settings that only its owner can read.
open_settings() {
  SETTINGS=$1
  (umask 077 && touch "$SETTINGS")
  chmod 0600 "$SETTINGS"
}

# Appends a setting unless the file has it.
put() {
  has "$1" || printf '%s=%s\n' "$1" "$2" >>"$SETTINGS"
}

# Sets a setting to a value, whatever it was.
replace() {
  sed -i "/^$1=/d" "$SETTINGS"
  put "$1" "$2"
}

has() {
  grep -q "^$1=" "$SETTINGS"
}

value_of() {
  sed -n "s/^$1=//p" "$SETTINGS" | tail -n 1
}

base64url() {
  openssl base64 -A | tr '+/' '-_' | tr -d '='
}

random() {
  openssl rand "$1" | base64url
}

# Generates the secrets that the file has not: of sessions and Web Push. The first administrator is set up in the browser.
put_secrets() {
  put AUTH_SECRET "$(random 32)"
  if ! has VAPID_PRIVATE_KEY; then
    pem=$(openssl ecparam -name prime256v1 -genkey -noout)
    # The private key is bytes 8 to 39 of RFC 5915's structure, the public one the last 65 of RFC 5480's.
    put VAPID_PRIVATE_KEY "$(printf '%s\n' "$pem" | openssl ec -outform DER 2>/dev/null | tail -c +8 | head -c 32 | base64url)"
    put VITE_VAPID_PUBLIC_KEY "$(printf '%s\n' "$pem" | openssl ec -pubout -outform DER 2>/dev/null | tail -c 65 | base64url)"
  fi
}

# Refuses a host name or a kind of certificate that would be part of Caddy's configuration.
check_address() {
  case $1 in
    '' | -* | *[!A-Za-z0-9.-]*) echo "A host name is needed, such as prices.example.ru, not '$1'" >&2; exit 2 ;;
  esac
  case $2 in
    internal | none) ;;
    *[!A-Za-z0-9.@_+-]*) echo "Not an e-mail address: '$2'" >&2; exit 2 ;;
    ?*@?*) ;;
    *) echo "An e-mail address for Let's Encrypt is needed, or 'internal', or 'none', not '$2'" >&2; exit 2 ;;
  esac
}
