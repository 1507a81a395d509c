import type { Sql } from '../db/db.ts'

/** Events that anybody can cause in any number: repetitions are counted and written as one entry. */
const SUMMED: ReadonlySet<string> = new Set([
  'sign-in failed',
  'sign-in limited',
  'admin route refused',
  'refresh reused',
])

const WINDOW_MS = 10 * 60_000
/** Maximum number of different entries of one event within a window; further ones are only counted. */
const DIFFERENT_ROWS = 100

interface Repeated {
  userId: string | null
  details: string
  times: number
}

interface Window {
  event: string
  endsAt: number
  repeated: Map<string, Repeated>
  others: number
}

/** Entry that summarises events without entries of their own. */
export interface Summary {
  event: string
  userId: string | null
  details: string
}

const windowsOf = new WeakMap<Sql, Map<string, Window>>()

/**
 * Counts an event instead of writing it, if an equal one was written within the last ten minutes.
 * @returns whether the event was only counted; the next summary contains it
 */
export function isOnlyCounted(sql: Sql, event: string, userId: string | null, details: string): boolean {
  if (!SUMMED.has(event)) return false
  const windows = windowsOf.get(sql) ?? new Map<string, Window>()
  windowsOf.set(sql, windows)
  // Events of known accounts have a separate window, so that other events, which anybody can cause, do not use up its
  // entries.
  const name = userId === null ? event : `${event} of an account`
  const window = windows.get(name) ?? {
    event,
    endsAt: Date.now() + WINDOW_MS,
    repeated: new Map(),
    others: 0,
  }
  windows.set(name, window)
  const key = `${userId} ${details}`
  const known = window.repeated.get(key)
  if (known) known.times += 1
  else if (window.repeated.size < DIFFERENT_ROWS) {
    window.repeated.set(key, { userId, details, times: 0 })
    return false
  } else window.others += 1
  return true
}

/** Returns the summaries of windows that have ended; of all windows when the server stops. */
export function takeSummaries(sql: Sql, { stopping }: { stopping: boolean }): Summary[] {
  const windows = windowsOf.get(sql) ?? new Map<string, Window>()
  const ended = [...windows].filter(([, { endsAt }]) => stopping || endsAt <= Date.now())
  return ended.flatMap(([name, { event, repeated, others }]) => {
    windows.delete(name)
    const rows = [...repeated.values()].filter(({ times }) => times > 0)
    const summaries = rows.map(({ userId, details, times }) => ({
      event,
      userId,
      details: `${details}: ещё ${times} раз за 10 минут`,
    }))
    const rest = { event, userId: null, details: `ещё ${others} других за 10 минут` }
    return others > 0 ? [...summaries, rest] : summaries
  })
}
