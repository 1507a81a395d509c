import { setImmediate as others } from 'node:timers/promises'
import { tyreKey } from '../../contract/tyre/tyre-key.ts'
import type { ReadSql } from '../platform/db/db.ts'
import { tyresAfter } from './tyre-catalog.ts'
import { untilNextImport } from './until-next-import.ts'

/** Returns the id of the tyre with a key (specification 14.1); undefined if there is none. */
export type TyreKeys = (key: string) => Promise<number | undefined>

/** Caches the keys of the whole catalog until the next import. */
export function createTyreKeys(sql: ReadSql): TyreKeys {
  const ids = untilNextImport(sql, loadIds)
  return async (key) => (await ids()).get(key)
}

/** Number of tyres read between yields to other requests, which takes some milliseconds. */
const READ_AT_ONCE = 1_000

async function loadIds(sql: ReadSql): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const { listed, articles } = await listedTyres(sql)
  let last = 0
  for (;;) {
    const tyres = await tyresAfter(sql, last, READ_AT_ONCE)
    for (const { id, specs } of tyres) {
      const key = tyreKey(specs)
      const known = ids.get(key)
      // If two tyres have equal keys, the older one has the key, so that links stay valid, unless its listings have left.
      if (known === undefined || (!listed.has(known) && listed.has(id))) ids.set(key, id)
      last = id
    }
    if (tyres.length < READ_AT_ONCE) break
    await others()
  }
  // Other notations of a tyre's article, such as '0357951' for '357951'.
  for (const [article, id] of articles) if (!ids.has(article)) ids.set(article, id)
  return ids
}

/** Returns the ids of tyres with listings, and the tyre of each article that a listing has. */
async function listedTyres(sql: ReadSql): Promise<{ listed: Set<number>; articles: Map<string, number> }> {
  const listed = new Set<number>()
  const articles = new Map<string, number>()
  for (let last = 0; ; ) {
    const rows = await sql.all<{ id: number; tyre_id: number; article: string }>(
      'SELECT id, tyre_id, article FROM listings WHERE id > ? ORDER BY id LIMIT ?',
      last,
      READ_AT_ONCE,
    )
    for (const { id, tyre_id: tyre, article } of rows) {
      listed.add(tyre)
      if (article !== '' && !articles.has(article)) articles.set(article, tyre)
      last = id
    }
    if (rows.length < READ_AT_ONCE) return { listed, articles }
    await others()
  }
}
