# shellcheck shell=bash disable=SC2016,SC2086
# A bare Debian 13 that boots in a container of systemd-nspawn, with a network of its own; sourced by try.sh.

WORK=${TRY_DIR:-/var/tmp/tyre-prices-try}
MIRROR=${MIRROR:-http://deb.debian.org/debian}
NET=tp-try
ADDRESS_HERE=10.98.7.1
ADDRESS_THERE=10.98.7.2
NSPAWN=

# Creates the root file systems once; later try-outs start from copies.
# $1 name, $2 further packages
debian() {
  [ -d "$WORK/$1" ] && return
  debootstrap --variant=minbase --include="$2" trixie "$WORK/$1.part" "$MIRROR" >"$WORK/$1.log"
  # The authorities that this machine trusts, such as that of a company's proxy.
  if compgen -G '/usr/local/share/ca-certificates/*.crt' >/dev/null; then
    cp /usr/local/share/ca-certificates/*.crt "$WORK/$1.part/usr/local/share/ca-certificates/"
    chroot "$WORK/$1.part" update-ca-certificates >/dev/null 2>&1
  fi
  rm -rf "$WORK/$1.part"/var/cache/apt/archives/*.deb
  mv "$WORK/$1.part" "$WORK/$1"
}

network_up() {
  ip netns add $NET
  ip link add $NET type veth peer name inside netns $NET
  ip addr add $ADDRESS_HERE/24 dev $NET
  ip link set $NET up
  ip -n $NET addr add $ADDRESS_THERE/24 dev inside
  ip -n $NET link set inside up
  ip -n $NET link set lo up
  ip -n $NET route add default via $ADDRESS_HERE
  forwarding=$(cat /proc/sys/net/ipv4/ip_forward)
  echo 1 >/proc/sys/net/ipv4/ip_forward
  nft "add table ip $NET; add chain ip $NET post { type nat hook postrouting priority 100; }; add rule ip $NET post ip saddr $ADDRESS_HERE/24 masquerade"
}

network_down() {
  ip netns del $NET 2>/dev/null
  nft delete table ip $NET 2>/dev/null
  [ -z "${forwarding:-}" ] || echo "$forwarding" >/proc/sys/net/ipv4/ip_forward
}

# Boots a fresh copy of the bare Debian; the folders that Docker writes are real, not layered.
boot() {
  rm -rf "$WORK/machine"
  cp -a "$WORK/bare" "$WORK/machine"
  echo bare >"$WORK/machine/etc/hostname"
  cp /etc/resolv.conf "$WORK/machine/etc/resolv.conf"
  git clone -q --bare "$SOURCES" "$WORK/machine/root/sources.git"
  SYSTEMD_NSPAWN_API_VFS_WRITABLE=1 setsid systemd-nspawn -D "$WORK/machine" --register=no --keep-unit --boot --link-journal=no \
    --network-namespace-path=/run/netns/$NET --resolv-conf=off --capability=all \
    --system-call-filter='add_key keyctl bpf' </dev/null >"$WORK/console.log" 2>&1 &
  NSPAWN=$!
  for _ in $(seq 100); do
    LEADER=$(pgrep -P $NSPAWN || true)
    if [ -n "$LEADER" ] && inside systemctl is-system-running 2>/dev/null | grep -Eq 'running|degraded'; then break; fi
    sleep 0.3
  done
  # On machines with control groups of version 1.
  inside sh -c 'for c in /sys/fs/cgroup/*; do mount -o remount,rw,bind $c 2>/dev/null || true; done'
}

# Runs a command in the machine.
inside() {
  nsenter -t "$LEADER" -m -u -i -n -p -C -r -w -- /usr/bin/env -i HOME=/root TERM=dumb LANG=C.UTF-8 \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}

halt() {
  [ -n "$NSPAWN" ] || return 0
  inside systemctl poweroff 2>/dev/null || true
  wait $NSPAWN 2>/dev/null || true
  NSPAWN=
}
