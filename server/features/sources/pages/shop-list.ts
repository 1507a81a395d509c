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
