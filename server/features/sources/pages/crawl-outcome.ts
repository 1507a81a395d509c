import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { NO_CITY } from '../../../../contract/reports/no-city.ts'
import type { ReadSql } from '../../../platform/db/db.ts'
import type { SavedFile, SourceFiles } from '../files.ts'
import { type Crawl, currentRecords, VANISHED_DAYS } from './crawl-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Writes the records of a run as a price list for the import. Tyres that vanished lately have a stock of 0; those
 * whose page the run could not read keep theirs.
 * @returns the file; null if the run has seen no tyre
 */
export async function writeShopList(
  sql: ReadSql,
  files: SourceFiles,
  crawl: Crawl,
  now: number,
): Promise<SavedFile | null> {
  const name = files.newName()
  const path = files.path(name)
  let [size, seen] = [0, 0]
  const lines = async function* () {
    for await (const rows of currentRecords(sql, crawl, now - VANISHED_DAYS * DAY_MS)) {
      for (const { record, seen_by_run: seenBy, unread } of rows) {
        const parsed = JSON.parse(record) as { city: string; stock: number | null }
        if (seenBy === crawl.run) seen++
        const line = `${JSON.stringify({
          ...parsed,
          city: parsed.city || NO_CITY,
          stock: seenBy === crawl.run || unread === 1 ? parsed.stock : 0,
        })}\n`
        size += Buffer.byteLength(line)
        yield line
      }
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  if (seen > 0) return { name, size }
  await files.remove(name)
  return null
}

/** Pages of a run of which something was left out, for one reason. */
export interface LeftPages {
  /** in Russian */
  why: string
  count: number
  example: string
}

/** Maximum number of different reasons that are read; those with figures differ on each page. */
const MAX_REASONS = 5_000

/** Returns why pages of a run gave no price, or a part of them, the most frequent reason first. */
export async function leftPages(sql: ReadSql, { sourceId, run }: Crawl): Promise<LeftPages[]> {
  const rows = await sql.all<{ message: string; pages: number; example: string }>`
    SELECT message, count(*) AS pages, min(address) AS example FROM crawl_pages
    WHERE source_id = ${sourceId} AND read_by_run = ${run} AND message <> ''
    GROUP BY message ORDER BY pages DESC LIMIT ${MAX_REASONS}`
  const byReason = Map.groupBy(rows, ({ message }) => withoutFigures(message))
  return [...byReason]
    .map(([why, some]) => ({
      why,
      count: some.reduce((sum, { pages }) => sum + Number(pages), 0),
      example: some[0]?.example ?? '',
    }))
    .sort((a, b) => b.count - a.count)
}

/** Returns a reason without the part behind its colon that has the figures of one page. */
function withoutFigures(message: string): string {
  const at = message.indexOf(': ')
  return at !== -1 && /\d/.test(message.slice(at)) ? message.slice(0, at) : message
}

/** Returns pages that could not be fetched, by reason. */
export const unreadPages = (failed: Iterable<{ why: string; example: string }>): LeftPages[] =>
  [...Map.groupBy(failed, ({ why }) => why)].map(([why, pages]) => ({
    why,
    count: pages.length,
    example: pages[0]?.example ?? '',
  }))

/** Describes pages in the log of a run. */
export const leftText = ({ why, count, example }: LeftPages): string =>
  `${why} — страниц ${count}, например ${example}`
