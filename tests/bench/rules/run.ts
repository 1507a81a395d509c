import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { addDays } from '../../../contract/lib/dates.ts'
import { isDaikon } from '../../../contract/lib/host-name.ts'
import type { RuleSettings } from '../../../contract/rules/rule.ts'
import { createBackTests } from '../../../server/features/rules/back-test.ts'
import type { Db } from '../../../server/platform/db/db.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'
import { seededRandom } from '../../../server/sample/generate-sample.ts'
import { ruleSettings } from '../../support/rules.ts'
import { extent } from '../support/extent.ts'
import { type BenchmarkResult, inSeconds, median, rounded, table, times } from '../support/figures.ts'
import { madeUpOffers, madeUpTyre, SITES, TYRES } from '../support/made-up-day.ts'
import { DAYS, importPrices, inWorkspace, type PriceList, priceLists } from '../support/workspace.ts'
import { addMadeUpRules } from './made-up-rules.ts'

const ROUNDS = extent(5)
const RULES = 1_000
const HISTORY_DAYS = 90
/** Share of the tyres of a site whose prices change on a day. */
const CHANGED = 0.05

/**
 * Measures the import of a day of ten sites without rules and with a thousand, in turns, and back-tests over 90 days of
 * history.
 */
export async function benchRules(): Promise<BenchmarkResult> {
  const [without, with_] = await importTimes()
  const tests = await backTestTimes()
  const worst = Math.max(...tests.map(({ first }) => first))
  const live = Math.max(...tests.map(({ next }) => next))
  const text = [
    `A day of ten sites, of which one tyre of twenty changes at a site, imported by one process after the day before: processor time, medians of`,
    `${ROUNDS} rounds in turns. The ${rounded(RULES)} rules are of all events, each of a brand and a season in three cities, or of all tyres.`,
    '',
    table(
      ['', 'processor time', 'of the time without'],
      [
        ['no rules', inSeconds(without), times(1)],
        [`${rounded(RULES)} rules`, inSeconds(with_), times(with_ / without)],
      ],
    ),
    '',
    `Back-tests of all ${rounded(TYRES)} tyres over ${HISTORY_DAYS} days, on each of which ${CHANGED * 100} % of the tyres of each site change:`,
    '',
    table(
      ['event', 'events', 'first', 'another percent'],
      tests.map(({ name, events, first, next }) => [
        name,
        rounded(events),
        inSeconds(first),
        inSeconds(next),
      ]),
    ),
  ].join('\n')
  return {
    text,
    figures: [
      {
        figure: 'Import with 1,000 rules',
        limit: inSeconds(without),
        now: inSeconds(with_),
        ratio: times(with_ / without),
        target: '≤ 1.1 ×',
        isMet: with_ <= 1.1 * without,
      },
      {
        figure: 'Back-test, 20,000 tyres, 90 days',
        now: inSeconds(worst),
        target: '≤ 2 s',
        isMet: worst <= 2,
      },
      {
        figure: 'Back-test, another percent',
        now: inSeconds(live),
      },
    ],
  }
}

async function importTimes(): Promise<[without: number, with_: number]> {
  const base = inWorkspace('rules-base')
  await importPrices({ DATA_DIR: base }, await priceLists(0), DAYS[0])
  const next = await fewerChanges(await priceLists(0), await priceLists(1))
  const seconds = new Map<number, number[]>([
    [0, []],
    [RULES, []],
  ])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [rules, measured] of seconds) {
      const store = { DATA_DIR: inWorkspace('rules-round') }
      rmSync(store.DATA_DIR, { recursive: true, force: true })
      cpSync(base, store.DATA_DIR, { recursive: true })
      await withStore(store.DATA_DIR, (db) => addMadeUpRules(db, rules))
      measured.push((await importPrices(store, next, DAYS[1])).processor)
    }
  }
  return [median(seconds.get(0) ?? []), median(seconds.get(RULES) ?? [])]
}

/** Writes price lists in which one tyre of ten has the prices of the later day: the made-up market changes too much. */
async function fewerChanges(before: readonly PriceList[], after: readonly PriceList[]): Promise<PriceList[]> {
  const mixed: PriceList[] = []
  for (const [at, list] of after.entries()) {
    const [was, is] = [before[at] as PriceList, list].map(({ path }) =>
      readFileSync(path, 'utf8').split('\n'),
    )
    const lines = was?.map((line, n) => (/^T\d*0;/.test(line) ? is?.[n] : line)) ?? []
    const path = inWorkspace(`rules-${list.site}.csv`)
    writeFileSync(path, lines.join('\n'))
    mixed.push({ ...list, path })
  }
  return mixed
}

async function withStore<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

interface BackTestTimes {
  name: string
  events: number
  /** seconds of the first back-test, and of the next one with another percent */
  first: number
  next: number
}

async function backTestTimes(): Promise<BackTestTimes[]> {
  const tested: [string, RuleSettings['event']][] = [
    ['below own price by 3 %', { type: 'below', than: 'own', percent: 3 }],
    ['lowest of a city', { type: 'leader' }],
    ['no longer the first', { type: 'place', to: 'not-first' }],
    ['runs out', { type: 'stock', to: 'out' }],
    ['moves by 5 % in a week', { type: 'moved', percent: 5, days: 7, direction: 'any' }],
  ]
  return withStore(inWorkspace('rules-history'), async (db) => {
    await fillHistory(db)
    const measured: BackTestTimes[] = []
    for (const [name, event] of tested) {
      const first: number[] = []
      const next: number[] = []
      let events = 0
      for (let round = 0; round < ROUNDS; round++) {
        const { backTest } = createBackTests(db, { isOwnSite: isDaikon, glitchFactor: 5 })
        const test = async (settings: RuleSettings): Promise<[seconds: number, events: number]> => {
          const began = performance.now()
          const answer = await backTest({ settings, owner: '', days: HISTORY_DAYS })
          return [(performance.now() - began) / 1_000, answer.events]
        }
        const [seconds, found] = await test(ruleSettings({ event }))
        first.push(seconds)
        events = found
        if ('percent' in event) next.push((await test(ruleSettings({ event: { ...event, percent: 10 } })))[0])
      }
      measured.push({ name, events, first: median(first), next: next.length > 0 ? median(next) : 0 })
    }
    return measured
  })
}

/** Writes a history of the made-up market directly, because importing 900 days would take half an hour. */
async function fillHistory(db: Db): Promise<void> {
  const random = seededRandom(7)
  const dayAt = (day: number) => addDays(DAYS[0], day)
  const places = new Map<string, number>()
  const placeOf = (city: string, warehouse: string) => {
    const key = `${city}\n${warehouse}`
    const known = places.get(key) ?? places.size + 1
    places.set(key, known)
    return known
  }
  const siteDays = SITES.flatMap((_, site) =>
    Array.from({ length: HISTORY_DAYS }, (_, day) => [site + 1, dayAt(day)]),
  )
  function* changes() {
    for (let tyre = 0; tyre < TYRES; tyre++) {
      for (const site of SITES.keys()) {
        const offers = [...madeUpOffers(site, tyre, 0)]
        const state = offers.map(
          ({ city, warehouse, retail, wholesale, cost, stock }) =>
            (factor: number) => [
              placeOf(city, warehouse),
              Math.round((retail ?? 0) * factor),
              Math.round((wholesale ?? 0) * factor),
              cost === null ? -1 : Math.round(cost * factor),
              (stock ?? 0) > 2 ? 2 : 1,
            ],
        )
        yield [tyre + 1, site + 1, dayAt(0), state.flatMap((at) => at(1)).join()]
        for (let day = 1; day < HISTORY_DAYS; day++) {
          if (random() >= CHANGED) continue
          const changed = [state[0], state[1 + Math.floor(random() * (state.length - 1))]]
          yield [
            tyre + 1,
            site + 1,
            dayAt(day),
            changed.flatMap((at) => at?.(0.9 + random() * 0.2) ?? []).join(),
          ]
        }
      }
    }
  }
  await db.transaction(async (sql) => {
    await sql.insertMany(
      'sites',
      ['host'],
      SITES.map((host) => [host]),
    )
    await sql.insertMany(
      'tyres',
      [
        'identity',
        'article',
        'brand',
        'name',
        'width',
        'height',
        'diameter',
        'season',
        'vehicle_type',
        'speed_index',
        'load_index',
      ],
      Array.from({ length: TYRES }, (_, number) => {
        const { article, brand, name, width, height, diameter, season, vehicleType, speedIndex, loadIndex } =
          madeUpTyre(number)
        return [
          article,
          article,
          brand,
          name,
          width,
          height,
          diameter,
          season,
          vehicleType,
          speedIndex,
          loadIndex,
        ]
      }),
    )
    await sql.insertMany('history_days', ['site_id', 'day'], siteDays)
    await sql.insertMany(
      'snapshots',
      ['site_id', 'day', 'tyres', 'offers', 'imported_at'],
      siteDays.map((row) => [...row, TYRES, 6 * TYRES, 1]),
    )
    await sql.insertMany(
      'days',
      ['day', 'version'],
      Array.from({ length: HISTORY_DAYS }, (_, day) => [dayAt(day), 1]),
    )
    await sql.insertMany('price_history', ['tyre_id', 'site_id', 'day', 'changes'], changes())
    await sql.insertMany(
      'history_places',
      ['id', 'city', 'warehouse'],
      [...places].map(([key, id]) => [id, ...key.split('\n')]),
    )
  })
}
