import { gunzipSync } from 'node:zlib'
import { PATHS } from '../../../contract/paths.ts'
import type { Db } from '../../../server/platform/db/db.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'
import { randomFrom } from '../../../server/sample/make-sample.ts'
import { extent } from '../support/extent.ts'
import { madeUpTyre, TYRES } from '../support/made-up-day.ts'
import { Client, startServer } from '../support/server.ts'
import { inWorkspace } from '../support/workspace.ts'

const STORED = extent(100_000)
/** The user's notifications: a day's, a month's, a quarter's, and the maximum that the page is built for. */
const OWNED = [40, 1_000, 3_000, 10_000] as const
const OTHERS = 100

const WARM_UP = 20
const REQUESTS = extent(200)

export interface AnswerFigures {
  owned: number
  /** number of notifications in the answer */
  listed: number
  /** bytes of the answer as sent */
  bytes: number
  /** milliseconds for an answer with the list */
  whole: number[]
  /** milliseconds for a 304, the answer to nearly every poll */
  known: number[]
}

/** Measures GET getNotifications over HTTP from a real server with 100,000 stored notifications. */
export async function measureAnswers(): Promise<AnswerFigures[]> {
  const store = { DATA_DIR: inWorkspace('notifications-answers') }
  // The first start creates the tables and the user.
  await (await startServer(store)).stop()
  const db = await openDatabase({ dataDir: store.DATA_DIR, databaseUrl: undefined })
  const me = (await db.get<{ id: string }>("SELECT id FROM users WHERE username = 'bench'"))?.id as string
  await fill(db)
  const server = await startServer(store)
  const client = new Client(server.origin)
  try {
    await client.signIn()
    const figures: AnswerFigures[] = []
    for (const owned of OWNED) {
      await handOver(db, me, owned)
      figures.push({ owned, ...(await ask(client)) })
    }
    return figures
  } finally {
    client.close()
    await server.stop()
    await db.close()
  }
}

/** As long and as varied as real ones, since compressing them is part of the work. */
function bodyOf(random: () => number): string {
  const upTo = (limit: number) => Math.floor(random() * limit)
  const moves = Array.from({ length: 5 }, () => {
    const { name } = madeUpTyre(upTo(TYRES))
    return `${name}: ${3 + upTo(9)} ${100 + upTo(900)} ₽ → ${3 + upTo(9)} ${100 + upTo(900)} ₽ (+${upTo(20)},${upTo(10)} %)`
  })
  return [
    `Подорожало: ${upTo(400)}, подешевело: ${upTo(400)}.`,
    ...moves,
    `И ещё ${upTo(800)}: все в таблице.`,
  ].join('\n')
}

/** Stores a hundred users' notifications day by day, like imports. */
async function fill(db: Db): Promise<void> {
  await db.insertMany(
    'users',
    ['id', 'username', 'password_hash', 'role', 'created_at'],
    Array.from({ length: OTHERS }, (_, n) => [`other-${n}`, `other-${n}`, '', 'user', 0]),
  )
  const random = randomFrom(1)
  const site = (await db.get<{ id: number }>('SELECT min(id) AS id FROM sites'))?.id as number
  await db.insertMany(
    'notifications',
    [
      'user_id',
      'day',
      'site_id',
      'vehicle_type',
      'compared_with',
      'threshold',
      'percent',
      'body',
      'is_read',
      'created_at',
    ],
    Array.from({ length: STORED }, (_, n) => [
      `other-${n % OTHERS}`,
      `day ${n}`,
      site,
      'Легковая',
      '',
      5,
      -12.5,
      bodyOf(random),
      n % 3 === 0 ? 0 : 1,
      Date.UTC(2026, 0, 1) + n * 60_000,
    ]),
  )
}

/** Reassigns notifications from all over the table to the user until they have that many. */
async function handOver(db: Db, me: string, owned: number): Promise<void> {
  const mine =
    (await db.get<{ rows: number }>('SELECT count(*) AS rows FROM notifications WHERE user_id = ?', me))
      ?.rows ?? 0
  await db.run(
    `UPDATE notifications SET user_id = ? WHERE id IN (
       SELECT id FROM notifications WHERE user_id <> ? ORDER BY (id * 7919) % ${STORED} LIMIT ${owned - mine})`,
    me,
    me,
  )
}

async function ask(client: Client): Promise<Omit<AnswerFigures, 'owned'>> {
  const { body } = await client.get(PATHS.notifications)
  const { notifications } = JSON.parse(gunzipSync(body).toString()) as { notifications: unknown[] }
  const whole: number[] = []
  const known: number[] = []
  for (let n = -WARM_UP; n < REQUESTS; n++) {
    const first = await client.get(PATHS.notifications)
    const again = await client.get(PATHS.notifications, first.version)
    if (n < 0) continue
    whole.push(first.ms)
    known.push(again.ms)
  }
  return { listed: notifications.length, bytes: body.length, whole, known }
}
