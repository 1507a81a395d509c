import { randomUUID } from 'node:crypto'
import { setName } from '../../../../contract/decisions/set.ts'
import {
  type AcceptedList,
  KEPT_RECOMMENDED,
  type ListChanges,
  MAX_RECOMMENDED,
  type RecommendedScope,
} from '../../../../contract/recommended/recommended.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db, ReadSql, Transaction } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  encodeRecommended,
  loadArticles,
  type RecommendedRow,
  recommendedRows,
  storedList,
} from '../../../prices/recommended-prices.ts'
import { createYields } from '../../../prices/steps.ts'
import { mergeLists } from './merge-lists.ts'

interface ListRow extends Omit<AcceptedList, 'at' | 'by' | 'largest'> {
  accepted_at: number
  username: string | null
  largest_change: number | null
}

/** Returns the accepted lists, newest first. */
export async function acceptedLists(sql: ReadSql): Promise<AcceptedList[]> {
  const rows = await sql.all<ListRow>(
    `SELECT l.id, l.file, l.restored, l.prices, l.added, l.changed, l.removed, l.largest_change, l.accepted_at, u.username
     FROM recommended_lists l LEFT JOIN users u ON u.id = l.accepted_by ORDER BY l.id DESC`,
  )
  return rows.map(({ accepted_at: at, username, largest_change: largest, ...list }) => ({
    ...list,
    largest,
    at: new Date(Number(at)).toISOString(),
    by: username ?? '',
  }))
}

/** Lock of the lists: each is compared with the one before it. */
const LIST_LOCK = 7420126

const STALE = 'Пока вы смотрели, список РРЦ изменили. Посмотрите ещё раз, что изменится.'

/** @throws Refusal 409 if the present list is another one than the person has seen */
async function lockPresent(sql: Transaction, base: number): Promise<readonly RecommendedRow[]> {
  if (sql.engine === 'postgres') await sql.get`SELECT pg_advisory_xact_lock(${LIST_LOCK})`
  const { id, rows } = await storedList(sql)
  if (id !== base) throw new Refusal(409, STALE)
  return rows
}

interface Acceptance {
  user: string
  /** id of the list that the person has seen; 0 for none */
  base: number
}

/**
 * Makes a read file the present list, or a part of it (specification 26.4).
 * @throws Refusal 409 if the present list is another one than the person has seen
 */
export async function acceptFile(
  db: Db,
  file: readonly RecommendedRow[],
  { user, base, name, scope }: Acceptance & { name: string; scope: RecommendedScope },
): Promise<void> {
  if (file.length === 0) throw new Refusal(400, 'В файле нет ни одной цены')
  const book = await loadArticles(db)
  await db.transaction(async (sql) => {
    const present = await lockPresent(sql, base)
    const { rows, ...changes } = await mergeLists(present, file, scope, book)
    if (rows.length > MAX_RECOMMENDED) throw new Refusal(400, 'Вместе с прежними цен больше 100 000')
    const content = randomUUID()
    const pause = createYields()
    const parts: (readonly [string, number, string])[] = []
    for (const prices of encodeRecommended(rows)) {
      parts.push([content, parts.length, prices])
      await pause()
    }
    await sql.insertMany('recommended_rows', ['content', 'place', 'prices'], parts)
    await insertList(sql, user, {
      content,
      file: setName(name) || 'Файл',
      restored: 0,
      prices: rows.length,
      changes,
    })
    await audit(sql, 'recommended accepted', user, `${setName(name)}: цен ${rows.length}`)
  })
}

/**
 * Makes a former list the present one again; 0 removes the present one.
 * @throws Refusal 404 if it does not exist, 409 if the present list is another one than the person has seen
 */
export async function restoreList(db: Db, list: number, { user, base }: Acceptance): Promise<void> {
  const book = await loadArticles(db)
  await db.transaction(async (sql) => {
    const present = await lockPresent(sql, base)
    const former =
      list === 0
        ? { content: randomUUID(), file: '' }
        : await sql.get<{ content: string; file: string }>`
          SELECT content, file FROM recommended_lists WHERE id = ${list}`
    if (!former) throw new Refusal(404, 'Такого списка больше нет: хранятся последние 30.')
    const rows = await recommendedRows(sql, former.content)
    const changes = await mergeLists(present, rows, 'all', book)
    await insertList(sql, user, { ...former, restored: list, prices: rows.length, changes })
    await audit(
      sql,
      'recommended restored',
      user,
      list === 0 ? 'список убран' : `${former.file}: цен ${rows.length}`,
    )
  })
}

interface NewList {
  content: string
  file: string
  restored: number
  prices: number
  changes: Omit<ListChanges, 'same'>
}

async function insertList(
  sql: Transaction,
  user: string,
  { content, file, restored, prices, changes: { added, changed, removed, largest } }: NewList,
): Promise<void> {
  await sql.run`
    INSERT INTO recommended_lists
      (content, file, restored, prices, added, changed, removed, largest_change, accepted_at, accepted_by)
    VALUES (${content}, ${file}, ${restored}, ${prices}, ${added}, ${changed}, ${removed},
      ${largest?.percent ?? null}, ${Date.now()}, ${user})`
  await sql.run`
    DELETE FROM recommended_lists WHERE id NOT IN (SELECT id FROM recommended_lists
    ORDER BY id DESC LIMIT ${KEPT_RECOMMENDED})`
  await sql.run('DELETE FROM recommended_rows WHERE content NOT IN (SELECT content FROM recommended_lists)')
}
