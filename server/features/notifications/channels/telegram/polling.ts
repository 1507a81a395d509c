import type { FastifyBaseLogger } from 'fastify'
import { type Bot, GrammyError } from 'grammy'
import type { Update } from 'grammy/types'
import { type Pause, pauseFor } from '../../../../platform/repeating-task.ts'
import { describeError, forGrammy } from './bot-api.ts'

/** Polling that can be started again after it has ended. */
export interface Polling {
  start(): void
  stop(): Promise<void>
}

export interface PollingDeps {
  bot: Bot
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  pause?: Pause
}

const SECOND = 1_000
const LONG_POLL_SECONDS = 25
const CONFIRM_TIMEOUT_MS = 2 * SECOND
const MAX_PAUSE_MS = 60 * SECOND
const UPDATES = ['message', 'my_chat_member'] as const

/**
 * Long polling for a bot. It replaces grammY's polling, which gives up after status 409 and cannot be stopped while it
 * waits.
 * Only one process can poll for a bot: the Bot API ends the earlier call of another process with status 409. Among the
 * servers of one database, only one polls. If a server of another database or another program polls too, this one waits
 * a minute after each 409. An update received by two processes is harmless, because a code links only once.
 */
export function createPolling({ bot, log, pause = pauseFor }: PollingDeps): Polling {
  let stopping = new AbortController()
  let running: Promise<void> | undefined
  let nextUpdate = 0
  let confirmed = 0

  const handle = async (update: Update): Promise<void> => {
    // Advanced before handling: an update that cannot be handled would otherwise be delivered forever.
    nextUpdate = update.update_id + 1
    await bot.handleUpdate(update).catch((error: Error & { error?: unknown }) => {
      log.warn(`update ${update.update_id} not handled: ${describeError(error.error ?? error)}`)
    })
  }

  const receive = async (signal: AbortSignal): Promise<void> => {
    const offset = nextUpdate
    const options = { offset, timeout: LONG_POLL_SECONDS, allowed_updates: UPDATES }
    const updates = await bot.api.getUpdates(options, forGrammy(signal))
    confirmed = offset
    for (const update of updates) {
      if (signal.aborted) return
      await handle(update)
    }
  }

  const poll = async (signal: AbortSignal): Promise<void> => {
    let failures = 0
    let webhookRemoved = false
    while (!signal.aborted) {
      try {
        if (!bot.isInited()) bot.botInfo = await bot.api.getMe(forGrammy(signal))
        if (!webhookRemoved) webhookRemoved = await bot.api.deleteWebhook({}, forGrammy(signal))
        await receive(signal)
        failures = 0
      } catch (error) {
        if (signal.aborted) break
        failures++
        log[levelOf(error)](describeError(error))
        await pause(pauseAfter(error, failures), signal)
      }
    }
    // Confirms handled updates, which would otherwise be delivered again after a restart.
    if (nextUpdate === confirmed) return
    await bot.api
      .getUpdates(
        { offset: nextUpdate, limit: 1, timeout: 0 },
        forGrammy(AbortSignal.timeout(CONFIRM_TIMEOUT_MS)),
      )
      .catch(() => undefined)
  }

  return {
    start() {
      if (running) return
      stopping = new AbortController()
      running = poll(stopping.signal)
    },
    async stop() {
      stopping.abort()
      await running
      running = undefined
    },
  }
}

const CONFLICT = 409
const WRONG_TOKEN = [401, 404]

const codeOf = (error: unknown) => (error instanceof GrammyError ? error.error_code : 0)

/** Returns the log level. A conflict is normal, because processes may poll in turn. */
const levelOf = (error: unknown) => (codeOf(error) === CONFLICT ? 'info' : 'warn')

function pauseAfter(error: unknown, failures: number): number {
  const code = codeOf(error)
  if (code === CONFLICT || WRONG_TOKEN.includes(code)) return MAX_PAUSE_MS
  const asked = error instanceof GrammyError ? (error.parameters.retry_after ?? 0) * SECOND : 0
  return Math.max(asked, Math.min(MAX_PAUSE_MS, SECOND * 2 ** (failures - 1)))
}
