import { setTimeout as wait } from 'node:timers/promises'
import { isoToday } from '../../../contract/lib/dates.ts'
import { PATHS } from '../../../contract/paths.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import type { Db } from '../../../server/platform/db/db.ts'
import { type Answered, ask } from '../load/ask.ts'
import { rounded, table } from '../support/figures.ts'
import { openStore } from '../support/open-store.ts'
import { signedInPeople } from '../support/people.ts'
import { SECRET, startServer } from '../support/server.ts'
import { FAULTS, type Fault } from './faults.ts'

const PEOPLE = 20
const PHASE_MS = 6_000
const PAUSE_MS = 100
/** Notifications that are marked as read one by one, to see whether what was acknowledged is kept. */
const NOTIFICATIONS = 400
const LIST = `${REPORTS['all-prices'].sources.all.list}?date=${isoToday()}`

const PHASES = ['before', 'during', 'after'] as const

interface Outcome {
  name: string
  answers: Record<(typeof PHASES)[number], Answered[]>
  acknowledged: number
  lost: number
}

/** What people see while something below the server breaks, and what is lost. */
export async function benchFaults(): Promise<string> {
  const rows: string[][] = []
  for (const make of FAULTS) {
    const fault = make()
    if (!fault) continue
    try {
      rows.push(rowOf(await suffer(fault)))
    } finally {
      fault.clean()
    }
  }
  return [
    `${PEOPLE} people look at lists and mark notifications as read, for ${PHASE_MS / 1_000} s each before the fault, during it and after it is mended; the`,
    'server itself is never restarted. Answers by status (0: no connection); lost: acknowledged changes that are not there afterwards.',
    'A 401 is an access token that the moved clock has outrun: the app then exchanges it, which these people do not.',
    '',
    table(['', ...PHASES, 'acknowledged', 'lost'], rows),
  ].join('\n')
}

async function suffer({ name, store, env, breakIt, mend }: Fault): Promise<Outcome> {
  const server = await startServer(store, { ...env, MAX_CONNECTIONS_PER_ADDRESS: '1000' })
  const answers: Outcome['answers'] = { before: [], during: [], after: [] }
  const acknowledged: number[] = []
  let phase: (typeof PHASES)[number] | undefined = 'before'
  try {
    const db = await openStore(store)
    const tokens = await signedInPeople(db, SECRET, { name: 'person', count: PEOPLE })
    const unread = await addNotifications(db)
    await db.close()
    const look = async (token: string) => {
      while (phase) {
        const during = phase
        answers[during].push(await ask(server.origin, token, { kind: 'list', path: LIST }))
        await wait(PAUSE_MS)
      }
    }
    const mark = async (token: string) => {
      for (const id of unread) {
        if (!phase) return
        const during = phase
        const path = `${PATHS.readNotification}?nID=${id}`
        const answer = await ask(server.origin, token, { kind: 'change', path, body: {} })
        answers[during].push(answer)
        if (answer.status === 200) acknowledged.push(id)
        await wait(PAUSE_MS / 2)
      }
    }
    const people = [...tokens.slice(1).map(look), mark(tokens[0] as string)]
    await wait(PHASE_MS)
    phase = 'during'
    breakIt()
    await wait(PHASE_MS)
    mend()
    phase = 'after'
    await wait(PHASE_MS)
    phase = undefined
    await Promise.all(people)
  } finally {
    await server.stop()
  }
  const db = await openStore(store)
  const read = new Set(
    (await db.all<{ id: number }>('SELECT id FROM notifications WHERE is_read = 1')).map(({ id }) => id),
  )
  await db.close()
  return {
    name,
    answers,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => !read.has(id)).length,
  }
}

/** @returns the ids of unread notifications of the first person */
async function addNotifications(db: Db): Promise<number[]> {
  const columns = [
    'user_id',
    'day',
    'vehicle_type',
    'compared_with',
    'threshold',
    'percent',
    'body',
    'created_at',
  ]
  await db.insertMany(
    'notifications',
    columns,
    Array.from({ length: NOTIFICATIONS }, () => [
      'person-0',
      isoToday(),
      'Безопасность',
      '',
      0,
      0,
      '',
      Date.now(),
    ]),
  )
  const rows = await db.all<{ id: number }>(
    "SELECT id FROM notifications WHERE user_id = 'person-0' ORDER BY id",
  )
  return rows.map(({ id }) => id)
}

function rowOf({ name, answers, acknowledged, lost }: Outcome): string[] {
  const phase = (answered: readonly Answered[]) =>
    [...Map.groupBy(answered, ({ status }) => status)]
      .sort(([a], [b]) => a - b)
      .map(([status, { length }]) => `${rounded(length)} × ${status}`)
      .join(', ')
  return [name, ...PHASES.map((part) => phase(answers[part])), rounded(acknowledged), rounded(lost)]
}
