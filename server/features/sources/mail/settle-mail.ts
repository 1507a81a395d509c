import type { ImapFlow } from 'imapflow'
import type { MailSettings } from '../../../../contract/sources/mail.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Run } from '../runs.ts'
import { openSecrets } from '../secrets.ts'
import type { Source } from '../source.ts'
import { withMailbox } from './connect.ts'
import { opened } from './letters.ts'
import type { ReadMail } from './read-mail.ts'

/**
 * Marks or moves the mail of a run that has ended. That is for people who look into the mailbox: which mails were read
 * stands in the runs.
 */
export async function settleMail(
  { box, fetchLimits: limits, resolveName }: Parameters<NonNullable<Kind['settle']>>[0],
  { mail }: Run,
  { address, mail: settings, secrets }: Source,
  signal: AbortSignal,
): Promise<void> {
  if (mail === '' || !settings) return
  const access = { address, secrets: openSecrets(box, secrets), limits, resolveName }
  const read = JSON.parse(mail) as ReadMail
  await withMailbox(access, signal, (client) => settle(client, address, read, settings))
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
