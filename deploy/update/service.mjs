// Stops and starts the service, and waits for its state.
import { setTimeout as pause } from 'node:timers/promises'
import { Failure, need } from './run.mjs'

/** Time between two requests while waiting for the service. */
const POLL_MS = 100
const ANSWER_MS = 3_000
const STOP_SECONDS = 60
/** Errors of a server that is about to end, unlike those of an address where nobody listens. */
const BROKEN_OFF = new Set(['ECONNRESET', 'UND_ERR_SOCKET'])

/**
 * Service of an installation.
 * @param {{ stopCommand: string, startCommand: string, readyUrl: string, readySeconds: number }} options
 */
export function createService({ stopCommand, startCommand, readyUrl, readySeconds }) {
  const command = (text, message) => need(message, '/bin/sh', ['-c', text], { locked: false })
  return {
    /** Stops the service and waits until nothing answers at its address. */
    async stop() {
      await command(stopCommand, 'Служба не останавливается')
      const isStopped = async () => !(await state(readyUrl)).answers
      if (!(await within(STOP_SECONDS, isStopped)))
        throw new Failure(`Служба остановлена, но ${readyUrl} отвечает: это другая программа?`)
    },
    start: () => command(startCommand, 'Служба не запускается'),
    /** Waits until the service is ready in this version. @throws Failure after the deadline */
    async ready(version) {
      let last
      const isReady = async () => {
        last = await state(readyUrl)
        return last.ready === true && last.version === version
      }
      if (await within(readySeconds, isReady)) return
      throw new Failure(`Версия ${version} не готова за ${readySeconds} с: ${describe(last)}`)
    },
    /** Reports whether the service is ready, in any version. */
    isReady: async () => (await state(readyUrl)).ready === true,
  }
}

/** Default address of `/readyz`, from the settings of the server. */
export function readyUrlOf({ HOST, PORT }) {
  const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}/readyz`
}

async function state(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })
    const { ready, version, checks } = await answer.json().catch(() => ({}))
    return { answers: true, status: answer.status, ready, version, checks }
  } catch (error) {
    return { answers: error.name === 'TimeoutError' || BROKEN_OFF.has(error.cause?.code) }
  }
}

function describe({ answers, status, version, checks }) {
  if (!answers) return 'никто не отвечает'
  if (status === undefined) return 'ответ не приходит'
  const failed = Object.entries(checks ?? {}).filter(([, passes]) => passes !== true)
  const names = failed.length > 0 ? ` (${failed.map(([name]) => name).join(', ')})` : ''
  return `ответ ${status}${names}${version ? `, версия ${version}` : ''}`
}

async function within(seconds, isTrue) {
  const end = Date.now() + seconds * 1000
  for (;;) {
    if (await isTrue()) return true
    if (Date.now() > end) return false
    await pause(POLL_MS)
  }
}
