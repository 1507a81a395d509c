// Tools that the tests need beyond npm packages: browsers, PostgreSQL, FTP, SFTP and mail servers.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from './setup.mjs'

const BROWSERS = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** @returns path of Chrome or Chromium, installed from Debian's packages if possible and permitted */
export function ensureBrowser() {
  const found = () => BROWSERS.find((path) => path && existsSync(path))
  if (!found()) aptInstall('chromium')
  return found()
}

const HEADLESS_SHELL = process.env.HEADLESS_SHELL_PATH ?? '/usr/bin/chromium-headless-shell'

/**
 * Finds the headless Chromium, or installs it like Chromium.
 * @returns its path; undefined if there is none, in which case Chromium is used instead
 */
export function ensureHeadlessShell() {
  if (!existsSync(HEADLESS_SHELL)) aptInstall('chromium-headless-shell')
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : undefined
}

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'
const DBUS = '/usr/bin/dbus-daemon'

/**
 * Finds Firefox for the end-to-end push tests and the tests of every engine, together with the programs that display
 * its notifications.
 * @returns path of Firefox; undefined if anything is missing
 */
export function ensureFirefox() {
  const there = () => [FIREFOX, DBUS].every((path) => existsSync(path))
  if (!there()) aptInstall('firefox-esr', 'dbus-daemon', 'libnotify4', 'openssl')
  return there() ? FIREFOX : undefined
}

const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
const XVFB = '/usr/bin/Xvfb'

/** @returns whether WebKitGTK, its driver and a virtual screen are available */
export function ensureWebKit() {
  const there = () => [WEBKIT_DRIVER, XVFB].every((path) => existsSync(path))
  if (!there()) aptInstall('webkit2gtk-driver', 'xvfb')
  return there()
}

const DOVECOT = '/usr/sbin/dovecot'

/** @returns whether Dovecot is available, a real mail server for the tests of mailboxes */
export function ensureDovecot() {
  if (!existsSync(DOVECOT)) aptInstall('dovecot-imapd')
  return existsSync(DOVECOT)
}

/** Number of ports per kind of server; process ids that are equal modulo this number would collide. */
const PORTS = 5_000

/**
 * Starts PostgreSQL with a fresh cluster in a temporary folder.
 * @returns its URL, and functions that crash, restart, or stop and remove it; undefined if PostgreSQL is not available
 */
export function startPostgres() {
  if (!postgresBin()) aptInstall('postgresql')
  const bin = postgresBin()
  if (!bin) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'prices-postgres-'))
  const data = join(folder, 'data')
  // Below the ports that systems assign automatically.
  const port = 20_000 + (process.pid % PORTS)
  asPostgres(['chmod', '777', folder], { own: true })
  const init = [
    join(bin, 'initdb'),
    '-N',
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'prices',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]
  const cluster = clusterAt({ bin, folder, data, port })
  if (!asPostgres(init) || !cluster.restart()) return undefined
  return { url: `postgres://prices@127.0.0.1:${port}/postgres`, ...cluster }
}

/**
 * Starts a hot standby of a PostgreSQL server on this machine, from a copy of its data.
 * @param url of any of its databases
 * @returns the URL of that database on the standby, and functions that crash, restart, promote, or stop and remove it
 */
export function startStandby(url) {
  const bin = postgresBin()
  const folder = mkdtempSync(join(tmpdir(), 'prices-standby-'))
  const data = join(folder, 'data')
  // Below the ports of startPostgres.
  const port = 10_000 + (process.pid % 10_000)
  asPostgres(['chmod', '777', folder], { own: true })
  const copy = [join(bin, 'pg_basebackup'), '-N', '-D', data, '-d', url, '-R', '-X', 'stream', '-c', 'fast']
  const cluster = clusterAt({ bin, folder, data, port })
  if (!asPostgres(copy) || !cluster.restart()) {
    cluster.stop()
    throw new Error('The standby did not start')
  }
  const there = new URL(url)
  there.host = `127.0.0.1:${port}`
  return { url: there.href, ...cluster }
}

/**
 * Returns functions that control a cluster. wal_keep_size retains the write-ahead log for future standbys, which the
 * server does not know before they connect.
 */
function clusterAt({ bin, folder, data, port }) {
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=60 -c wal_keep_size=512MB`
  const control = (...args) => asPostgres([join(bin, 'pg_ctl'), '-D', data, ...args])
  const crash = () => control('-m', 'immediate', 'stop')
  return {
    /**
     * Ends the server like a power failure: every connection is cut, and the next start replays the write-ahead log.
     */
    crash,
    promote: () => control('-w', 'promote'),
    restart: () => control('-w', '-l', join(folder, 'log'), '-o', options, 'start'),
    stop() {
      crash()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const PGBOUNCER = '/usr/sbin/pgbouncer'

/**
 * Starts PgBouncer in transaction mode in front of a PostgreSQL on this machine.
 * @param url of that PostgreSQL
 * @returns its URL, and a function that stops it; undefined if PgBouncer is not available
 */
export function startPgBouncer(url) {
  if (!existsSync(PGBOUNCER)) aptInstall('pgbouncer')
  if (!existsSync(PGBOUNCER)) return undefined
  const { port, username } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'prices-pgbouncer-'))
  const file = (name) => join(folder, name)
  const pooled = new URL(url)
  // Above the ports of startPostgres.
  pooled.port = String(Number(port) + PORTS)
  writeFileSync(
    file('pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooled.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
logfile = ${file('log')}
pidfile = ${file('pid')}
`,
  )
  asPostgres(['chmod', '777', folder], { own: true })
  const stop = () => {
    // PgBouncer may have ended by itself, or may never have started.
    if (existsSync(file('pid'))) process.kill(Number(readFileSync(file('pid'), 'utf8')), 'SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  // Waits for an answer, because PgBouncer reports success before it listens, and even if it never will.
  if (!asPostgres([PGBOUNCER, '-q', '-d', file('pgbouncer.ini')]) || !answers(pooled.port)) {
    stop()
    return undefined
  }
  return { url: pooled.href, stop }
}

/** @returns whether a PostgreSQL server answers at a port within ten seconds */
function answers(port) {
  const ready = [join(postgresBin(), 'pg_isready'), '-q', '-h', '127.0.0.1', '-p', port]
  for (let tries = 0; tries < 100; tries++) {
    if (asPostgres(ready)) return true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
  return false
}

const FILE_SERVERS = [
  '/usr/sbin/proftpd',
  '/usr/lib/proftpd/mod_tls.so',
  '/usr/sbin/sshd',
  '/usr/share/doc/libnss-wrapper',
]

/** @returns whether the FTP and SFTP servers are available that tests start (tests/support/file-servers.ts) */
export function ensureFileServers() {
  const there = () => FILE_SERVERS.every((path) => existsSync(path))
  if (!there()) aptInstall('proftpd-core', 'proftpd-mod-crypto', 'openssh-server', 'libnss-wrapper')
  return there()
}

const isRoot = process.getuid?.() === 0

/**
 * Runs a command. If this process is root, the command runs as Debian's user postgres unless `own`, because PostgreSQL
 * refuses to run as root.
 * @returns whether the command succeeded
 */
function asPostgres(command, { own = false } = {}) {
  const [file, ...args] = isRoot && !own ? ['runuser', '-u', 'postgres', '--', ...command] : command
  return spawnSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

function postgresBin() {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(base, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

function aptInstall(...names) {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return
  say(`Installing ${names.join(', ')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    stdio: 'ignore',
    env,
  })
}
