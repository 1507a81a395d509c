// Runs child processes of the update.
import { spawn } from 'node:child_process'

/** Error whose message is meant for the operator. */
export class Failure extends Error {
  /** @param {string} message @param {number} code exit code */
  constructor(message, code = 1) {
    super(message)
    this.code = code
  }
}

export function say(text) {
  process.stdout.write(`${text}\n`)
}

/** File descriptor of the lock, which children inherit: what a killed update has begun blocks the next one. */
let lock
export function shareLock(descriptor) {
  lock = descriptor
}

/** Process groups of the running children. */
const groups = new Set()
/** Number of works in progress that must not be interrupted. */
let uninterruptible = 0

/** Runs a work that interruptions do not end, because the service is away. */
export async function withoutInterruptions(work) {
  uninterruptible++
  try {
    return await work()
  } finally {
    uninterruptible--
  }
}

/** Interrupts the update while the running version is untouched; later signals are only acknowledged. */
export function handleSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (uninterruptible > 0) return say('Идёт переключение, его прерывать нельзя: оно закончится само')
      for (const group of groups) endGroup(group)
      say('Прервано, работает прежняя версия')
      process.exit(1)
    })
  }
  // A closed terminal must not end the update.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}

function endGroup(group) {
  try {
    process.kill(-group, 'SIGTERM')
  } catch {
    // It has just ended.
  }
}

/**
 * Runs a program to its end.
 * @typedef {{ uid: number, gid: number }} User
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, as?: User, locked?: boolean, capture?: boolean }} options
 *   `as`: user who runs the program, if this process is root; `locked`: whether it inherits the lock
 * @returns {Promise<{ status: number | null, stdout: string }>} stdout only with `capture`
 */
function run(file, args, { cwd, env, as, locked = true, capture = false } = {}) {
  const child = spawn(file, args, {
    cwd,
    // A group of its own, so that Ctrl+C reaches the update alone.
    detached: true,
    stdio: [
      'ignore',
      capture ? 'pipe' : 'inherit',
      'inherit',
      ...(locked && lock !== undefined ? [lock] : []),
    ],
    env: env ?? process.env,
    ...userOf(as),
  })
  const group = child.pid
  if (group !== undefined) groups.add(group)
  let stdout = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Failure(`${file} не запускается: ${error.message}`)))
    child.on('close', (status) => {
      groups.delete(group)
      resolve({ status, stdout })
    })
  })
}

/** Runs a program and returns its output. @throws Failure with `message` unless the program succeeds */
export async function need(message, file, args, options) {
  const { status, stdout } = await run(file, args, options)
  if (status !== 0) throw new Failure(message)
  return stdout.trim()
}

/** Returns the user of a child, whom only root can choose. */
function userOf(as) {
  if (!as || process.getuid?.() !== 0) return {}
  const { uid, gid } = as
  return { uid, gid }
}
