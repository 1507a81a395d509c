import type { RunState } from '../../../../contract/sources/run.ts'
import type { Sql } from '../../../platform/db/db.ts'

/** Mail that a run has read. */
export interface ReadMail {
  /** address, folder and UIDVALIDITY: the namespace of the UID */
  box: string
  folder: string
  uid: number
  /** time of its arrival in ms */
  at: number
}

/** Mail that a source has read last, and the state in which that run ended. */
export interface LastMail extends ReadMail {
  state: RunState
}

/** Number of runs that are searched: a run that was repeated may have ended after younger ones. */
const SEARCHED = 50

/** Returns the newest mail that a run of a source has read, whatever became of it; undefined if there is none. */
export async function lastMailOf(sql: Sql, sourceId: string): Promise<LastMail | undefined> {
  const rows = await sql.all<{ mail: string; state: RunState }>(
    `SELECT mail, state FROM source_runs
     WHERE source_id = ? AND mail <> '' AND state NOT IN ('waiting', 'running') ORDER BY id DESC LIMIT ?`,
    sourceId,
    SEARCHED,
  )
  const mails = rows.map(({ mail, state }): LastMail => ({ ...(JSON.parse(mail) as ReadMail), state }))
  const [first, ...others] = mails
  return first && others.reduce((newest, mail) => (isNewer(mail, newest) ? mail : newest), first)
}

/** Returns whether a mail arrived after another; UIDs decide between mails of the same second. */
export const isNewer = (mail: ReadMail, than: ReadMail): boolean =>
  mail.at > than.at || (mail.at === than.at && mail.box === than.box && mail.uid > than.uid)
