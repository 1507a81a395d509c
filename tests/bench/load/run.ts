import { setTimeout as wait } from 'node:timers/promises'
import { PATHS } from '../../../contract/paths.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'
import { randomFrom } from '../../../server/sample/make-sample.ts'
import { KINDS, requestsOf } from '../lists/requests.ts'
import { extent } from '../support/extent.ts'
import { inMilliseconds, inSeconds, megabytes, percentile, rounded, table } from '../support/figures.ts'
import { SITES } from '../support/made-up-day.ts'
import { signedInPeople } from '../support/people.ts'
import { residentMemory } from '../support/resident-memory.ts'
import { SECRET, startServer } from '../support/server.ts'
import { DAYS, fillStore, importPrices, inWorkspace, priceLists, SHOWN_DAYS } from '../support/workspace.ts'
import { type Answered, ask } from './ask.ts'
import { readSlowly, vanish } from './odd-clients.ts'

const PEOPLE = extent(500)
const MINUTES = extent(3)
/** A person looks at what came for this long on average. */
const THINKING_MS = 20_000
const DOWNLOAD = REPORTS['all-prices'].sources.all.download as string

interface Load {
  answers: Answered[]
  memory: number[]
  importSeconds: number
  slow: { bytes: number; ended: boolean }
  stopSeconds: number
}

/** 500 signed-in people for three minutes, with odd clients and an import among them. */
export async function benchLoad(): Promise<string> {
  const store = { DATA_DIR: inWorkspace('data') }
  await fillStore(store)
  const db = await openDatabase({ dataDir: store.DATA_DIR, databaseUrl: undefined })
  const tokens = await signedInPeople(db, SECRET, { name: 'person', count: PEOPLE })
  await db.close()
  // All of them come from this one address.
  const server = await startServer(store, { MAX_CONNECTIONS_PER_ADDRESS: '2000' })
  let stopped = 0
  const load: Load = {
    answers: [],
    memory: [],
    importSeconds: 0,
    slow: { bytes: 0, ended: false },
    stopSeconds: 0,
  }
  try {
    const until = performance.now() + MINUTES * 60_000
    const people = tokens.map((token, n) => person(server.origin, token, n, until, load.answers))
    const watching = watchMemory(server.pid, until, load.memory)
    const slow = readSlowly(server.origin, DOWNLOAD, tokens[0] as string, until)
    const vanishing = vanish(server.origin, DOWNLOAD, tokens[1] as string, until)
    await wait(MINUTES * 20_000)
    const began = performance.now()
    await importPrices(store, (await priceLists(3)).slice(0, 1), DAYS[3])
    load.importSeconds = (performance.now() - began) / 1_000
    await Promise.all([...people, watching, vanishing])
    load.slow = await slow
    stopped = performance.now()
  } finally {
    await server.stop()
    load.stopSeconds = (performance.now() - stopped) / 1_000
  }
  return section(load)
}

/** Looks at lists and notifications, and downloads a file once in fifty times. */
async function person(
  origin: string,
  token: string,
  seed: number,
  until: number,
  answers: Answered[],
): Promise<void> {
  const random = randomFrom(seed + 1)
  const kinds = Object.keys(KINDS).map((kind) => requestsOf(kind, seed + 1))
  await wait(random() * THINKING_MS)
  while (performance.now() < until) {
    const chance = random()
    const kind = kinds[Math.floor(random() * kinds.length)] as (typeof kinds)[number]
    const asked =
      chance < 0.02
        ? { kind: 'download', path: DOWNLOAD, body: { date: SHOWN_DAYS[0], site: SITES[1] as string } }
        : chance < 0.3
          ? { kind: 'notifications', path: PATHS.notifications }
          : { kind: 'list', path: kind.next().value }
    answers.push(await ask(origin, token, asked))
    await wait(random() * 2 * THINKING_MS)
  }
}

async function watchMemory(pid: number, until: number, memory: number[]): Promise<void> {
  while (performance.now() < until) {
    memory.push(residentMemory(pid))
    await wait(1_000)
  }
}

function section({ answers, memory, importSeconds, slow, stopSeconds }: Load): string {
  const failed = answers.filter(({ status }) => status !== 200 && status !== 204)
  const statuses = [...Map.groupBy(failed, ({ status }) => status)].map(
    ([status, { length }]) => `${length} × ${status}`,
  )
  const kinds = [...Map.groupBy(answers, ({ kind }) => kind)].sort()
  const third = Math.floor(memory.length / 3)
  const peakOf = (part: readonly number[]) => megabytes(Math.max(...part))
  return [
    `${PEOPLE} signed-in people for ${MINUTES} minutes on the embedded database, each thinking ${THINKING_MS / 1_000} s between`,
    `requests; one import (${inSeconds(importSeconds)}), one client that reads its file at 16 kB/s and others that leave in the middle.`,
    `${rounded(answers.length / (MINUTES * 60))} requests/s; refused or failed: ${statuses.join(', ') || 'none'}. Peak memory by thirds of the time:`,
    `${[0, 1, 2].map((n) => peakOf(memory.slice(n * third, (n + 1) * third))).join(', ')}. The slow reader had ${megabytes(slow.bytes)}` +
      ` of its file${slow.ended ? '' : ', unharmed'}; the server then stopped within ${inSeconds(stopSeconds)}.`,
    '',
    table(
      ['', 'number', 'p50', 'p95', 'p99'],
      kinds.map(([kind, of]) => {
        const times = of.map(({ ms }) => ms)
        return [
          kind,
          rounded(of.length),
          ...[0.5, 0.95, 0.99].map((share) => inMilliseconds(percentile(times, share))),
        ]
      }),
    ),
  ].join('\n')
}
