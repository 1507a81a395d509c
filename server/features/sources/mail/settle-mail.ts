import type { ImapFlow } from 'imapflow'
import type { MailSettings } from '../../../../contract/sources/mail.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { ResolveName } from '../../../platform/egress/resolve-name.ts'
import type { SecretBox } from '../../auth/secret-box.ts'
import type { FetchLimits } from '../fetch-request.ts'
import { findRun, type Run } from '../runs.ts'
import { openSecrets } from '../secrets.ts'
import { findSource } from '../store.ts'
import { withMailbox } from './connect.ts'
import { opened } from './letters.ts'
import type { ReadMail } from './read-mail.ts'

export interface SettleDeps {
  db: Db
  box: SecretBox
  fetchLimits: FetchLimits
  resolveName?: ResolveName | undefined
}

/**
 * Marks or moves the mail of a run that has ended. That is for people who look into the mailbox: which mails were read
 * stands in the runs, so that a failure here changes no prices.
 * @returns why the mail stays as it is until the next run; '' if it does not
 */
export async function settleMail(
  deps: SettleDeps,
  { id }: Pick<Run, 'id'>,
  signal: AbortSignal,
): Promise<string> {
  const { db, box, fetchLimits: limits, resolveName } = deps
  try {
    const run = await findRun(db, id)
    if (run.mail === '' || run.state === 'waiting' || run.state === 'running') return ''
    const { address, mail: settings, secrets: sealed } = await findSource(db, run.source_id)
    if (!settings) return ''
    const read = JSON.parse(run.mail) as ReadMail
    const access = { address, secrets: openSecrets(box, sealed), limits, resolveName }
    await withMailbox(access, signal, (client) => settle(client, address, read, settings))
    return ''
  } catch (error) {
    return signal.aborted ? '' : `mail of run ${id} was not marked: ${(error as Error).message}`
  }
}

/** Marks or moves a mail that was read, if it is still where it was. */
export async function settle(
  client: ImapFlow,
  address: string,
  { box, folder, uid }: ReadMail,
  { move_to }: MailSettings,
): Promise<void> {
  const validity = await opened(client, folder, false)
  if (box !== `${address} ${folder} ${validity}` || folder === move_to) return
  const of = String(uid)
  if (move_to === '') await client.messageFlagsAdd(of, ['\\Seen'], { uid: true })
  else if (!(await client.messageMove(of, move_to, { uid: true }))) {
    await client.mailboxCreate(move_to)
    await client.messageMove(of, move_to, { uid: true })
  }
}
