import type { ReadSql, Sql } from '../../../platform/db/db.ts'
import { listOf } from '../../../platform/db/in-list.ts'
import { part, SqlPart } from '../../../platform/db/statement.ts'
import type { Validators } from './fetch-page.ts'

/** Kind of content at an address of a shop. */
export type CrawlKind = 'sitemap' | 'list' | 'product'

/** Page of a shop in one city, as queued; times in ms. */
export interface CrawlRow extends Validators {
  id: number
  city: string
  address: string
  kind: CrawlKind
  read_by_run: number
  read_at: number | null
}

/** Run over a shop's pages. */
export interface Crawl {
  sourceId: string
  /** id of the run */
  run: number
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Number of rows per statement. */
const CHUNK = 200

/** Rest of products: those read after `after` are not read `now`; both in ms. */
interface Rest {
  after: number
  now: number
}

/**
 * Queues pages for a run, each once. Products that rest count as read by this run, and so do their records.
 * @param rest null if none rests
 */
export async function queuePages(
  sql: Sql,
  { sourceId, run }: Crawl,
  city: string,
  kind: CrawlKind,
  addresses: readonly string[],
  rest: Rest | null,
): Promise<void> {
  const each = [...new Set(addresses)]
  for (let from = 0; from < each.length; from += CHUNK) {
    const chunk = each.slice(from, from + CHUNK)
    const rows = chunk.map(() => '(?, ?, ?, ?, ?)').join(', ')
    await sql.run(
      `INSERT INTO crawl_pages (source_id, city, address, kind, queued_by_run) VALUES ${rows}
       ON CONFLICT (source_id, city, address) DO UPDATE SET kind = excluded.kind, queued_by_run = excluded.queued_by_run`,
      ...chunk.flatMap((address) => [sourceId, city, address, kind, run]),
    )
  }
  if (kind !== 'product' || rest === null) return
  const rests = part`source_id = ${sourceId} AND city = ${city} AND queued_by_run = ${run} AND kind = 'product'
    AND read_at > ${rest.after} AND own = 0`
  await sql.run`
    UPDATE crawl_records SET seen_by_run = ${run}, seen_at = ${rest.now}
    WHERE source_id = ${sourceId} AND city = ${city} AND page IN (
      SELECT address FROM crawl_pages WHERE ${rests} AND read_by_run <> ${run})`
  await sql.run`UPDATE crawl_pages SET read_by_run = ${run} WHERE ${rests}`
}

/**
 * Returns the next page that a run has to read: sitemaps and lists first, because they lead to others.
 * @param but ids of pages that are not wanted
 */
export const nextPage = (
  sql: ReadSql,
  { sourceId, run }: Crawl,
  but: readonly number[],
): Promise<CrawlRow | undefined> =>
  sql.get<CrawlRow>`
    SELECT id, city, address, kind, read_by_run, read_at, etag, modified FROM crawl_pages
    WHERE source_id = ${sourceId} AND queued_by_run = ${run} AND read_by_run <> ${run}
      AND id NOT IN (${new SqlPart([0, ...but].join(', '))})
    ORDER BY CASE kind WHEN 'sitemap' THEN 0 WHEN 'list' THEN 1 ELSE 2 END, id LIMIT 1`

/** Counts the pages of a run. */
export async function countPages(
  sql: ReadSql,
  { sourceId, run }: Crawl,
): Promise<{ queued: number; open: number }> {
  const row = await sql.get<{ queued: number; open: number | null }>`
    SELECT count(*) AS queued, sum(CASE WHEN read_by_run <> ${run} THEN 1 ELSE 0 END) AS open FROM crawl_pages
    WHERE source_id = ${sourceId} AND queued_by_run = ${run}`
  return { queued: Number(row?.queued ?? 0), open: Number(row?.open ?? 0) }
}

/** Returns the number of pages that a run took as they were read before `began` (ms), because they rest. */
export async function countRested(sql: ReadSql, { sourceId, run }: Crawl, began: number): Promise<number> {
  const row = await sql.get<{ rested: number }>`
    SELECT count(*) AS rested FROM crawl_pages WHERE source_id = ${sourceId}
      AND read_by_run = ${run} AND read_at < ${began}`
  return Number(row?.rested ?? 0)
}

/** Record of a price list, by the code of its listing. */
export interface CrawlRecord {
  code: string
  /** whether the page is that of the product */
  isOwn: boolean
  /** key of the listing (prices/listings/listing.ts) */
  listingKey: string
  record: object
}

/** Result of reading a page. */
export interface PageResult extends Validators {
  /** why nothing was read; '' if it was */
  message: string
  /** null if the page is as at its last reading */
  records: readonly CrawlRecord[] | null
}

/**
 * Stores that a run has read a page, with its records; in one transaction with the links that it queues. A record
 * belongs to the page of its product; another page that shows it ('похожие товары') has it
 * only while the run reads no page that had it before.
 */
export async function storeResult(
  sql: Sql,
  { sourceId, run }: Crawl,
  { id, city, address }: CrawlRow,
  { message, records, etag, modified }: PageResult,
  now: number,
): Promise<void> {
  await sql.run`
    UPDATE crawl_pages SET read_by_run = ${run}, read_at = ${now}, message = ${message.slice(0, 500)},
      etag = ${etag}, modified = ${modified} WHERE id = ${id}`
  if (records === null) {
    await sql.run`
      UPDATE crawl_records SET seen_by_run = ${run}, seen_at = ${now}
      WHERE source_id = ${sourceId} AND city = ${city} AND page = ${address}`
    return
  }
  const own = records.find(({ isOwn }) => isOwn)?.code ?? ''
  for (let from = 0; from < records.length; from += CHUNK) {
    const chunk = records.slice(from, from + CHUNK)
    await sql.run(
      `INSERT INTO crawl_records (source_id, city, code, listing_key, page, record, seen_by_run, seen_at)
       VALUES ${chunk.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}
       ON CONFLICT (source_id, city, code) DO UPDATE SET listing_key = excluded.listing_key,
         record = excluded.record, seen_by_run = excluded.seen_by_run, seen_at = excluded.seen_at,
         page = CASE WHEN excluded.code <> ? AND EXISTS (
           SELECT 1 FROM crawl_pages p WHERE p.source_id = excluded.source_id AND p.city = excluded.city
             AND p.address = crawl_records.page AND p.queued_by_run = excluded.seen_by_run)
           THEN crawl_records.page ELSE excluded.page END`,
      ...chunk.flatMap(({ code, listingKey, record }) => [
        ...[sourceId, city, code, listingKey, address, JSON.stringify(record), run, now],
      ]),
      own,
    )
  }
  const gone = await sql.run`
    UPDATE crawl_records SET page = '' WHERE source_id = ${sourceId}
      AND city = ${city} AND page = ${address} AND seen_by_run <> ${run}`
  // A page that lost its price may be a passing fault of the shop: it does not rest.
  if (gone > 0 && records.length === 0) await sql.run`UPDATE crawl_pages SET read_at = NULL WHERE id = ${id}`
}

/** Returns the number of records that a run has seen. */
export async function countSeen(sql: ReadSql, { sourceId, run }: Crawl): Promise<number> {
  const row = await sql.get<{ seen: number }>`
    SELECT count(*) AS seen FROM crawl_records WHERE source_id = ${sourceId} AND seen_by_run = ${run}`
  return Number(row?.seen ?? 0)
}

/** Days for which a tyre that a shop no longer lists counts as out of stock; then it is gone. */
export const VANISHED_DAYS = 3

/** Returns the number of records that had vanished already when the run before imported its list, and were in it. */
export async function countVanished(sql: ReadSql, { sourceId, run }: Crawl): Promise<number> {
  const row = await sql.get<{ vanished: number }>`
    SELECT count(*) AS vanished FROM crawl_records r JOIN source_runs b ON b.id = (
      SELECT max(id) FROM source_runs WHERE source_id = ${sourceId}
        AND id < ${run} AND state IN ('imported', 'unchanged'))
    WHERE r.source_id = ${sourceId} AND r.seen_by_run <> ${run}
      AND r.seen_at < b.created_at AND r.seen_at > b.created_at - ${VANISHED_DAYS * DAY_MS}`
  return Number(row?.vanished ?? 0)
}

/** Record as stored, with the run that has seen it last. */
interface StoredRecord {
  id: number
  /** JSON */
  record: string
  seen_by_run: number
  /** 1 if its page is still to be read by this run */
  unread: number
}

/** Number of records per round trip to the database; bounds the memory. */
const RECORDS_AT_ONCE = 1_000

/** Yields the records that a run has seen, and those last seen after `after` (ms). */
export async function* currentRecords(sql: ReadSql, { sourceId, run }: Crawl, after: number) {
  for (let last = 0; ; ) {
    const rows = await sql.all<StoredRecord>`
      SELECT id, record, seen_by_run, CASE WHEN EXISTS (
        SELECT 1 FROM crawl_pages p WHERE p.source_id = crawl_records.source_id AND p.city = crawl_records.city
          AND p.address = crawl_records.page AND p.queued_by_run = ${run} AND p.read_by_run <> ${run})
        THEN 1 ELSE 0 END AS unread
      FROM crawl_records WHERE source_id = ${sourceId} AND id > ${last} AND (seen_by_run = ${run} OR seen_at > ${after})
      ORDER BY id LIMIT ${RECORDS_AT_ONCE}`
    yield rows
    if (rows.length < RECORDS_AT_ONCE) return
    last = (rows.at(-1) as StoredRecord).id
  }
}

/**
 * Marks the products that the own sites sell too, which are read every day.
 * @param ownSites ids of the own sites
 */
export async function markPagesOfOwnTyres(
  sql: Sql,
  sourceId: string,
  siteId: number,
  ownSites: readonly number[],
): Promise<void> {
  const own = part`SELECT r.page FROM crawl_records r JOIN listings l ON l.site_id = ${siteId} AND l.key = r.listing_key
    WHERE r.source_id = ${sourceId} AND EXISTS (
      SELECT 1 FROM listings o WHERE o.tyre_id = l.tyre_id AND o.site_id IN (${listOf([0, ...ownSites])}))`
  await sql.run`
    UPDATE crawl_pages SET own = CASE WHEN address IN (${own}) THEN 1 ELSE 0 END
    WHERE source_id = ${sourceId} AND kind = 'product'`
}

/** Removes pages and records that were not seen for long. */
export async function forgetOld(sql: Sql, { sourceId, run }: Crawl, before: number): Promise<void> {
  await sql.run`
    DELETE FROM crawl_records WHERE source_id = ${sourceId} AND seen_by_run <> ${run} AND seen_at <= ${before}`
  await sql.run`
    DELETE FROM crawl_pages WHERE source_id = ${sourceId}
      AND queued_by_run <> ${run} AND coalesce(read_at, 0) <= ${before}`
}
