import { join } from 'node:path'
import { hostName } from '../../contract/lib/host-name.ts'
import { NO_CITY } from '../../contract/reports/no-city.ts'
import { normaliseArticle } from '../../contract/tyre/tyre-key.ts'
import { readDatabaseLocation, readImportLimits } from '../config.ts'
import { backfillHistory, hasUnfilledDays, lockPrices } from '../history/backfill.ts'
import {
  firstImportedDay,
  type ImportedEvents,
  importEvents,
  type TyreEvent,
} from '../history/import-events.ts'
import { ImportError } from '../import/errors.ts'
import { MAX_BAD_PERCENT } from '../import/import-file.ts'
import { type PriceEvent, readEvents } from '../import/read-events.ts'
import { createRejectsFile } from '../import/rejects-file.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Db, Sql } from '../platform/db/db.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { createTyreKeys } from '../prices/tyre-catalog.ts'
import { print, type readCommandLine, runCommandLine } from './command-line.ts'
import { withDatabase } from './database-location.ts'
import { formatNumber } from './progress.ts'

const HELP = `История цен, собранная в другом месте

  npm run history -- import [--site example.ru | --site ПОСТАВЩИК=example.ru] ФАЙЛ

  ФАЙЛ             CSV с колонками date, article, wholesale, retail и site или supplier; можно сжатый gzip
  --site САЙТ      чьи цены в файле; ПОСТАВЩИК=САЙТ, сколько угодно раз, — чьи у каждого поставщика;
                   без параметра поставщик 4tochki — это сайт 4tochki.ru, если у него есть цены
  --city ГОРОД     в каком городе эти цены; по умолчанию «${NO_CITY}»
  --rejects ПАПКА  куда писать отклонённые строки; по умолчанию rejects в DATA_DIR
  --max-bad N      сколько процентов плохих строк допустимо; по умолчанию ${MAX_BAD_PERCENT}
  --help           эта справка

Каждая строка — новая цена артикула с этого дня и до следующей строки или до последнего дня списка; без обеих цен его больше
нет. Берутся только дни до первого загруженного дня сайта, поэтому сначала загрузите цены (npm run import). Артикулы, которых нет среди
загруженных шин, пропускаются. Повтор заменяет то, что загружено так раньше; всё или ничего.`

const OPTIONS = {
  site: { type: 'string', multiple: true },
  city: { type: 'string' },
  rejects: { type: 'string' },
  'max-bad': { type: 'string' },
} as const

interface HistoryArguments {
  path: string
  /** host names by supplier in lower case; the key '' applies to all */
  sites: ReadonlyMap<string, string>
  city: string
  rejectsDir: string | undefined
  maxBadPercent: number
}

type Line = ReturnType<typeof readCommandLine<typeof OPTIONS>>

function readArguments({ values, positionals }: Line): HistoryArguments {
  const [command, path, ...others] = positionals
  if (command !== 'import') throw new OperatorError('Укажите, что сделать: npm run history -- import ФАЙЛ')
  if (path === undefined) throw new OperatorError('Не указан файл')
  if (others.length > 0) throw new OperatorError(`Файл читается один за раз, лишнее: ${others.join(' ')}`)
  const sites = new Map<string, string>()
  for (const given of values.site ?? []) {
    const at = given.lastIndexOf('=')
    sites.set(hostName(given.slice(0, Math.max(0, at))).toLowerCase(), hostName(given.slice(at + 1)))
  }
  const maxBadPercent = Number(values['max-bad'] ?? MAX_BAD_PERCENT)
  if (!(maxBadPercent >= 0 && maxBadPercent <= 100))
    throw new OperatorError('--max-bad: нужно число от 0 до 100')
  const city = (values.city ?? '').trim() || NO_CITY
  return { path, sites, city, rejectsDir: values.rejects, maxBadPercent }
}

/** @throws ImportError if no site's history has changed */
async function importAll(
  db: Db,
  { sites: given, city }: HistoryArguments,
  events: readonly PriceEvent[],
): Promise<void> {
  const bySite = Map.groupBy(events, ({ site }) => site)
  const known = await db.all<{ id: number; host: string }>('SELECT id, host FROM sites')
  const messages: string[] = []
  const found: { siteId: number; host: string; events: PriceEvent[] }[] = []
  for (const [name, ofSite] of bySite) {
    const host = given.get(name) ?? given.get('')
    const site = known.find((one) => (host === undefined ? hasName(one.host, name) : one.host === host))
    const siteName = host ?? (name === '' ? 'без сайта' : name)
    if (site) found.push({ siteId: site.id, host: site.host, events: ofSite })
    else messages.push(noPricesText(siteName, ofSite))
  }
  const bySiteId = Map.groupBy(found, ({ siteId }) => siteId)
  const keys = createTyreKeys(db)
  const unknown = new Set<string>()
  await db.transaction(async (sql) => {
    await lockPrices(sql)
    if (await hasUnfilledDays(sql))
      throw new ImportError('История ещё собирается сервером: повторите через несколько минут')
    let count = 0
    for (const [siteId, parts] of bySiteId) {
      const { host } = parts[0] as { host: string }
      const first = await firstImportedDay(sql, siteId)
      const ofSite = parts.flatMap((part) => part.events)
      const until = ofSite.reduce((last, { day }) => (day > last ? day : last), '')
      const ofTyres = await tyreEvents(keys, ofSite, unknown)
      if (first === null) {
        messages.push(noPricesText(host, ofTyres))
        continue
      }
      const imported = await importEvents(sql, siteId, first, ofTyres, until, { city, warehouse: '' })
      messages.push(`${host}: ${summaryText(imported)}`)
      if (imported.from === null) continue
      await auditImport(sql, host, imported)
      count++
    }
    if (count === 0)
      throw new ImportError(
        ['История не изменилась', ...messages, unknownText(unknown)].filter(Boolean).join('\n'),
      )
  })
  for (const line of messages) print(line)
  if (unknown.size > 0) print(unknownText(unknown))
}

/** Returns true if the name is the host ('a.ru') or its first label ('a'). */
const hasName = (host: string, name: string): boolean => host === name || host.split('.')[0] === name

/** Returns the events of known tyres sorted by day; events of one day keep the order of the file. */
async function tyreEvents(
  keys: (key: string) => Promise<number | undefined>,
  events: readonly PriceEvent[],
  unknown: Set<string>,
): Promise<TyreEvent[]> {
  const found: TyreEvent[] = []
  const ids = new Map<string, number | undefined>()
  for (const { day, article, wholesale, retail } of events) {
    const key = normaliseArticle(article)
    if (!ids.has(key)) ids.set(key, await keys(key))
    const tyre = ids.get(key)
    if (tyre === undefined) unknown.add(key)
    else found.push({ tyre, day, wholesale, retail })
  }
  return found.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

function summaryText({ from, to, firstImported, days, tyres, changes, late }: ImportedEvents): string {
  const skipped = late > 0 ? `; строк не раньше ${firstImported} пропущено ${formatNumber(late)}` : ''
  if (from === null)
    return `без изменений: строк об известных шинах раньше первого загруженного дня ${firstImported} нет${skipped}`
  const counted = [days, tyres, changes].map((count) => formatNumber(count))
  return `дней ${counted[0]} с ${from} по ${to}, шин ${counted[1]}, изменений ${counted[2]}${skipped}`
}

const noPricesText = (site: string, skipped: readonly unknown[]): string =>
  `${site}: у сайта нет загруженных цен, строк пропущено ${formatNumber(skipped.length)}`

const unknownText = (unknown: ReadonlySet<string>): string =>
  unknown.size === 0 ? '' : `Неизвестных артикулов: ${formatNumber(unknown.size)}, их строки пропущены`

const auditImport = (sql: Sql, host: string, { days, changes }: ImportedEvents) =>
  audit(sql, 'history imported', null, `${host}: ${days} days, ${changes} changes`)

await runCommandLine(HELP, OPTIONS, async (line) => {
  const args = readArguments(line)
  const location = readDatabaseLocation(process.env)
  const rejects = createRejectsFile(
    join(args.rejectsDir ?? join(location.dataDir, 'rejects'), 'history.rejects.jsonl'),
  )
  const limits = readImportLimits(process.env)
  const { events, tally, rejectsFile } = await readEvents(args.path, rejects, args.maxBadPercent, limits)
  await withDatabase(location, async (db) => {
    // Backfilled first: days missing in the history would otherwise count as days before the first imported one.
    await backfillHistory(db)
    await importAll(db, args, events)
    if (rejectsFile) print(`Отклонено строк: ${formatNumber(tally.bad)}, причины в ${rejectsFile}`)
  })
})
