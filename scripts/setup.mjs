// Sets up a fresh clone. Plain JavaScript, because it runs on the Node version that the machine has.
import { spawn, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseEnv } from 'node:util'

export const ROOT = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '..')
const MODULES = join(ROOT, 'node_modules')
const ENV_FILE = join(ROOT, '.env.local')

/** Node 24, installed as a package of the project. */
export const NODE = join(MODULES, 'node', 'bin', 'node')

export function say(text) {
  process.stdout.write(`${text}\n`)
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/** Installs the packages of package-lock.json unless they are up to date. */
export function ensureInstalled() {
  const stamp = join(MODULES, '.installed')
  const wanted = hash([readFileSync(join(ROOT, 'package-lock.json'))])
  if (existsSync(NODE) && readIfThere(stamp) === wanted) return
  say('Устанавливаются пакеты…')
  npm('ci', '--ignore-scripts')
  // The one package whose installation script is needed: it fetches the Node of this machine.
  npm('rebuild', 'node')
  writeFileSync(stamp, wanted)
}

function npm(...args) {
  const options = { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' }
  const { status } = spawnSync('npm', [...args, '--loglevel=error'], options)
  if (status !== 0) fail('Не удалось установить пакеты: проверьте подключение к реестру npm.')
}

/**
 * Creates .env.local with the secrets of this installation, readable by its owner only. Never changes existing values.
 */
export function ensureConfigured() {
  closeEnvFile()
  const text = readIfThere(ENV_FILE) ?? ''
  const has = (name) => new RegExp(`^${name}=`, 'm').test(text)
  const made = {
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
  }
  const missing = Object.entries(made).filter(([name]) => !has(name) && !process.env[name])
  // The server prints only a generated password, never one that the operator has chosen.
  const generated = missing
    .filter(([name]) => name === 'ADMIN_PASSWORD')
    .map(([name, value]) => [`GENERATED_${name}`, value])
  const vapidNames = ['VAPID_PRIVATE_KEY', 'VITE_VAPID_PUBLIC_KEY', 'REACT_APP_VAPID_PUBLIC_KEY']
  // Generates no pair if a key is configured: a public key without a private one belongs to another server.
  const vapid = vapidNames.some((name) => has(name) || process.env[name]) ? [] : vapidPair()
  // Demo mode, on the first start only: people can try out links without a bot and a mail server.
  const demo = text === '' && isLocal(process.env.HOST) ? [['DEMO', '1']] : []
  const lines = [...missing, ...generated, ...vapid, ...demo].map(([name, value]) => `${name}=${value}`)
  if (lines.length === 0) return
  try {
    writeFileSync(ENV_FILE, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`, {
      mode: 0o600,
    })
  } catch (error) {
    fail(`Не удалось записать ${ENV_FILE}: ${error.message}`)
  }
}

const isLocal = (host) => !host || /^(?:localhost|127\..*|::1)$/.test(host)

const OTHERS = 0o077

function closeEnvFile() {
  if (process.platform === 'win32' || !existsSync(ENV_FILE)) return
  if ((statSync(ENV_FILE).mode & OTHERS) === 0) return
  say(
    `${ENV_FILE} могли читать другие пользователи машины. Доступ закрыт; если это важно, замените секреты в нём.`,
  )
  try {
    chmodSync(ENV_FILE, 0o600)
  } catch (error) {
    fail(`Не удалось закрыть ${ENV_FILE}: ${error.message}`)
  }
}

/**
 * Generates a key pair for Web Push (RFC 8292): the public key is built into the app, the private one stays on the
 * server.
 */
function vapidPair() {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({
    format: 'jwk',
  })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return [
    ['VITE_VAPID_PUBLIC_KEY', point.toString('base64url')],
    ['VAPID_PRIVATE_KEY', d],
  ]
}

const BUILD_INPUTS = [
  'index.html',
  'vite.config.ts',
  'build',
  'package.json',
  'package-lock.json',
  'public',
  'src',
  'contract',
  'sw',
]

/** Builds the app if its sources have changed since dist was built. */
export function ensureBuilt() {
  const stamp = join(ROOT, 'dist', '.built')
  const files = BUILD_INPUTS.flatMap((name) => filesBelow(join(ROOT, name))).map(fingerprint)
  const wanted = hash([...files, ...publicSettings()])
  if (readIfThere(stamp) === wanted && existsSync(join(ROOT, 'dist', 'index.html'))) return
  say('Собирается приложение…')
  const vite = spawnSync(NODE, [join(MODULES, 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
    // With the shell's NODE_ENV=development or test, the build would contain React's slow version and no worker.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (vite.status !== 0) fail('Приложение не собралось.')
  writeFileSync(stamp, wanted)
}

/** Returns the settings that become part of the app. Whoever builds a release may not be able to read the others. */
function publicSettings() {
  const variables = { ...parseEnv(readIfThere(ENV_FILE) ?? ''), ...process.env }
  return Object.entries(variables)
    .filter(([name]) => /^(VITE|REACT_APP)_/.test(name))
    .map((setting) => setting.join('='))
    .sort()
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function fingerprint(file) {
  const { mtimeMs, size } = statSync(file)
  return `${relative(ROOT, file)} ${size} ${mtimeMs}`
}

function hash(parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\n')
  return sum.digest('hex')
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * Folder in which Node caches scripts without their types, which halves the start time. Without this cache, every
 * thread strips types again in WebAssembly, and V8 may crash if several threads do so
 * (docs/decisions/0033-compiled-scripts-are-kept.md).
 */
export const COMPILED = join(MODULES, '.cache', 'compiled')

const PARENT_CHECK_MS = 250

/**
 * Ends the child when this script's parent has ended: npm exits on SIGTERM without forwarding it to its script, which
 * can only detect that its parent process has changed.
 */
export function endWithParent(child) {
  const parent = process.ppid
  const check = () => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }
  setInterval(check, PARENT_CHECK_MS).unref()
}

/**
 * Runs a TypeScript file on Node 24 with the configuration of .env.local, which environment variables override.
 * @param {string} file
 * @param {string[]} args
 * @param {string[]} options of Node itself
 */
export function runTypeScript(file, args = [], options = []) {
  const child = spawn(NODE, [`--env-file-if-exists=${ENV_FILE}`, ...options, join(ROOT, file), ...args], {
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
    // The IPC channel lets the program notice when this script is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  endWithParent(child)
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
  )
}
