import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledMappings, CANONICAL, loadMapping } from '../../../server/import/load-mapping.ts'
import { type Mapping, readMapping } from '../../../server/import/mapping.ts'
import { guessMapping } from '../../../server/mapping-guess/guess.ts'
import { type BenchmarkResult, inSeconds, median, rounded, table } from '../support/figures.ts'
import { inWorkspace } from '../support/workspace.ts'
import { compare, type Verdict } from './compare.ts'
import { type Arrived, arrivals, type Feed, readFeed } from './feed.ts'
import { madeUpFile, madeUpRows } from './made-up.ts'
import { VARIANTS } from './variants.ts'
import { csv, xls, xlsx, xml } from './write.ts'

/** Number of records of each feed that are compared. */
const MOST = 1_200

/**
 * Changes to mappings by feed: remove what cannot be guessed from a file, such as codes of warehouses, and articles
 * that are cut out of URLs.
 */
const UNKNOWABLE: Readonly<Record<string, (mapping: Mapping) => Mapping>> = {
  '4tochki': (mapping) => ({
    ...mapping,
    offers: { ...mapping.offers, warehouses: { tomsk: 'Томск', novosib3: 'Новосибирск', '*': 'Не указан' } },
  }),
  roscarservis: ({ fields: { article, ...fields }, ...mapping }) => ({ ...mapping, fields }),
  shinservice: (mapping) => ({ ...mapping, fields: { ...mapping.fields, name: { join: ['C', 'D'] } } }),
}

/** Returns the feeds of a folder whose names begin with the name of a mapping; without a folder, a made-up feed. */
async function feeds(): Promise<Feed[]> {
  const folder = process.env.GUESS_FEEDS
  if (folder === undefined) {
    const path = inWorkspace('made-up.csv')
    writeFileSync(path, madeUpFile(MOST))
    return [await readFeed('made up', path, await loadMapping(CANONICAL), MOST)]
  }
  const names = await bundledMappings()
  const found: Feed[] = []
  for (const file of readdirSync(folder).sort()) {
    const name = names.find((mapping) => file.startsWith(`${mapping}_`))
    if (name === undefined) continue
    const mapping = await loadMapping(name)
    found.push(
      await readFeed(name, join(folder, file), (UNKNOWABLE[name] ?? ((same) => same))(mapping), MOST),
    )
  }
  return found
}

const AS_IT_IS = 'as it is'

interface Result {
  feed: string
  variant: string
  verdicts: Verdict[]
  seconds: number
}

async function judge(
  feed: string,
  variant: string,
  path: string,
  expected: ReadonlyMap<number, Arrived>,
  byLine: boolean,
): Promise<Result> {
  const started = performance.now()
  const guess = await guessMapping(path)
  const seconds = (performance.now() - started) / 1000
  const mapping = readMapping(guess.mapping)
  const found = new Map<number, Arrived | null>()
  if (!Array.isArray(mapping)) {
    const all = await arrivals(path, mapping, Number.POSITIVE_INFINITY)
    for (const [i, { line, arrived }] of all.entries()) found.set(byLine ? line : i, arrived)
  }
  const keys = [...expected.keys()]
  const verdicts = compare(
    keys.map((key) => expected.get(key) as Arrived),
    keys.map((key) => found.get(key) ?? null),
  )
  return { feed, variant, verdicts, seconds }
}

/** Returns whether records are numbered by line; in workbooks with several sheets, line numbers are not unique. */
const isTable = (file: string) => /(?<!\.sheets)\.(?:csv|txt|xlsx?)$/.test(file)

async function judgeAll(all: readonly Feed[]): Promise<Result[]> {
  const results: Result[] = []
  const seen = new Set<string>()
  for (const feed of all) {
    const raw = await arrivals(feed.path, feed.mapping, MOST)
    const byLine = isTable(feed.path)
    const own = new Map(
      raw.flatMap(({ line, arrived }, i) => (arrived ? [[byLine ? line : i, arrived] as const] : [])),
    )
    results.push(await judge(feed.name, AS_IT_IS, feed.path, own, byLine))
    // The first day of each supplier is enough to derive variants.
    if (seen.has(feed.name)) continue
    seen.add(feed.name)
    for (const make of VARIANTS) {
      const variant = await make(feed)
      if (!variant) continue
      const path = inWorkspace(variant.file)
      writeFileSync(path, variant.content)
      results.push(await judge(feed.name, variant.name, path, variant.expected, isTable(variant.file)))
    }
  }
  return results
}

/** Measures guessing for files of 10 MB; returns the median of five times. */
async function times(): Promise<{ format: string; size: string; seconds: number }[]> {
  const rows = madeUpRows(85_000)
  const [header = [], ...data] = rows
  const records = data.map((row) => Object.fromEntries(header.map((name, i) => [String(name), row[i]])))
  const files: [name: string, content: string | Uint8Array][] = [
    ['csv', csv(rows, ';')],
    ['json', JSON.stringify(records.slice(0, 40_000))],
    ['xml', xml('items', 'item', records.slice(0, 30_000))],
    ['xlsx', await xlsx({ Лист1: rows })],
    ['xls', xls({ Лист1: rows.slice(0, 25_000) })],
  ]
  const figures: { format: string; size: string; seconds: number }[] = []
  for (const [format, content] of files) {
    const path = inWorkspace(`large.${format}`)
    writeFileSync(path, content)
    const taken: number[] = []
    for (let i = 0; i < 5; i++) {
      const started = performance.now()
      await guessMapping(path)
      taken.push((performance.now() - started) / 1000)
    }
    figures.push({ format, size: `${rounded(statSync(path).size / 1e6)} MB`, seconds: median(taken) })
  }
  return figures
}

const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`

/** Compares guessed mappings with the project's own mappings, on feeds and on files derived from them. */
export async function benchGuess(): Promise<BenchmarkResult> {
  const results = await judgeAll(await feeds())
  const verdicts = results.flatMap((result) => result.verdicts)
  const right = verdicts.filter((verdict) => verdict.right)
  const whole = results.filter((result) => result.verdicts.every((verdict) => verdict.right))
  const faults = results.flatMap((result) =>
    result.verdicts
      .filter((verdict) => !verdict.right)
      .map(({ field, share }) => [`${result.feed}, ${result.variant}`, field, percent(share, 1)]),
  )
  const large = await times()
  const slowest = large.reduce((one, other) => (other.seconds > one.seconds ? other : one))
  const text = `What comes in by a guess, without any description, compared with what comes in by the mapping that ships for the feed:
${results.length} files, of which ${results.filter(({ variant }) => variant !== AS_IT_IS).length} are made from the others by code. A field is right if at least 98 % of the
records have the same value. Target: 95 % of the fields, 80 % of the files.

${table(
  ['', 'right', 'of', 'share'],
  [
    ['fields', String(right.length), String(verdicts.length), percent(right.length, verdicts.length)],
    [
      'files that need no correction',
      String(whole.length),
      String(results.length),
      percent(whole.length, results.length),
    ],
  ],
)}

${faults.length === 0 ? 'No field is wrong.' : table(['wrong', 'field', 'records that are right'], faults)}

The guess of a large file; target: 1 s for 10 MB.

${table(
  ['format', 'size', 'time'],
  large.map(({ format, size, seconds }) => [format, size, inSeconds(seconds)]),
)}
`
  return {
    text,
    figures: [
      {
        figure: 'Guessed mapping, right fields',
        now: percent(right.length, verdicts.length),
        target: '≥ 95 %',
        isMet: right.length >= 0.95 * verdicts.length,
      },
      {
        figure: 'Guessed mapping, files without a correction',
        now: percent(whole.length, results.length),
        target: '≥ 80 %',
        isMet: whole.length >= 0.8 * results.length,
      },
      {
        figure: `Guessed mapping, 10 MB of ${slowest.format}`,
        now: inSeconds(slowest.seconds),
        target: '≤ 1 s',
        isMet: slowest.seconds <= 1,
      },
    ],
  }
}
