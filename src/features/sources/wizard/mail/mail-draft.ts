import type { Letter, MailSettings } from '../../../../../contract/sources/mail.ts'
import type { Source } from '../../../../../contract/sources/source.ts'

export interface MailDraft {
  folder: string
  from: string
  subject: string
  attachment: string
  proof: string
  moveTo: string
  validDays: string
}

const EMPTY: MailDraft = {
  ...{ folder: 'INBOX', from: '', subject: '', attachment: '', proof: '', moveTo: '' },
  validDays: '3',
}

/** Returns the draft of a stored source's mailbox, or of a new one. */
export function mailDraftOf(source: Pick<Source, 'mail'> | null): MailDraft {
  if (!source?.mail) return EMPTY
  const { move_to: moveTo, valid_days: validDays, ...mail } = source.mail
  return { ...mail, moveTo, validDays: String(validDays) }
}

/** Returns which mails are read, as sent to the server. The draft must have no problems. */
export function mailSettingsOf({ moveTo, validDays, ...texts }: MailDraft): MailSettings {
  return { ...texts, move_to: moveTo, valid_days: Number(validDays) }
}

/** Returns the address of a mailbox's server: a name alone is that of a server with TLS. */
export function mailAddress(typed: string): string {
  const text = typed.trim()
  return /^imaps?:/i.test(text) ? text : `imaps://${text}/`
}

/** Returns the server of a mailbox as a person types it. */
export const mailServerOf = (address: string): string => address.replace(/^imaps:\/\//, '').replace(/\/$/, '')

/** Returns the pattern of the server that checked a mail: services with many servers number them. */
export function proofServerOf({ checked_by: server, passed }: Letter): string {
  if (passed.length === 0) return ''
  return server.replace(/^[^.]*\d[^.]*(?=\.[^.]+\.)/, '*')
}

/** Services where everybody may have a mailbox: their names say nothing about the sender's site. */
const PUBLIC_MAIL =
  /^(?:gmail|mail|yandex|ya|bk|list|inbox|internet|rambler|outlook|hotmail|icloud)\.(?:ru|com)$/

/** Returns the site of a mail's sender; '' if its address does not tell. */
export function siteOfSender({ from }: Letter): string {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return PUBLIC_MAIL.test(domain) ? '' : domain
}
