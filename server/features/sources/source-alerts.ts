import type { Sql } from '../../platform/db/db.ts'
import { part, SqlPart } from '../../platform/db/statement.ts'
import { createNoticeForAdmins } from '../notifications/delivery/notices.ts'
import type { Source, Trouble } from './source.ts'

/**
 * Minimum time in ms between two notices about the same trouble of one source: a faulty supplier could otherwise cause
 * any number of them.
 */
const QUIET_MS = 6 * 60 * 60_000

/**
 * Notifies administrators of a source's trouble. A known trouble is not reported again until the source has recovered
 * and QUIET_MS have passed. Call it in the transaction that detects the trouble.
 */
export async function notifyTrouble(
  sql: Sql,
  { id, title }: Pick<Source, 'id' | 'title'>,
  trouble: Exclude<Trouble, ''>,
  words: string,
  now: number,
): Promise<void> {
  // A source with a failed or held run is late for that reason, which was reported already.
  const unless = trouble === 'late' ? part`AND trouble = ''` : part``
  const is = await sql.run`UPDATE sources SET trouble = ${trouble} WHERE id = ${id} ${unless}`
  if (is === 0) return
  const toldAt = new SqlPart(`told_${trouble}`)
  const toBeTold = await sql.run`
    UPDATE sources SET told = ${trouble}, ${toldAt} = ${now}
    WHERE id = ${id} AND told <> ${trouble} AND ${toldAt} <= ${now - QUIET_MS}`
  if (toBeTold === 1) await createNoticeForAdmins(sql, 'Источники', `${title}: ${words}`)
}

/** Notifies administrators that a source with a reported trouble has recovered, and clears the trouble. */
export async function notifyRecovery(
  sql: Sql,
  { id, title }: Pick<Source, 'id' | 'title'>,
  words: string,
): Promise<void> {
  const wasTold = await sql.run`UPDATE sources SET told = '' WHERE id = ${id} AND told <> ''`
  await sql.run`UPDATE sources SET trouble = '' WHERE id = ${id} AND trouble <> ''`
  if (wasTold === 1) await createNoticeForAdmins(sql, 'Источники', `${title}: снова в порядке. ${words}`)
}

/** Clears a trouble that an administrator has dealt with; sends no notice. */
export async function endTrouble(sql: Sql, id: string, trouble: Exclude<Trouble, ''>): Promise<void> {
  await sql.run`UPDATE sources SET trouble = '', told = '' WHERE id = ${id} AND trouble = ${trouble}`
}
