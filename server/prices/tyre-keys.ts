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
  let last = 0
  for (;;) {
    const tyres = await tyresAfter(sql, last, READ_AT_ONCE)
    for (const { id, specs } of tyres) {
      const key = tyreKey(specs)
      // If two tyres have equal keys, the older one has the key, so that links stay valid.
      if (!ids.has(key)) ids.set(key, id)
      last = id
    }
    if (tyres.length < READ_AT_ONCE) return ids
    await others()
  }
}
