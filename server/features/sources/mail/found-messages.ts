import type { ImapFlow } from 'imapflow'
import PostalMime, { addressParser } from 'postal-mime'
import type { MailSettings } from '../../../../contract/sources/mail.ts'
import type { RunState } from '../../../../contract/sources/run.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { readProof, type SenderCheck } from './proof.ts'
import { contains } from './wildcard.ts'

/** Mail of a source's sender. */
export interface FoundMessage extends ReadMail {
  isSeen: boolean
  from: string
  subject: string
  proof: SenderCheck
}

export interface FoundMessages {
  /** number of mails of the sender */
  sent: number
  /** those with the subject, newest first */
  letters: FoundMessage[]
}

/** Maximum number of a folder's newest mails of the sender that are looked at. */
const MAX_LETTERS = 200
/** Number of bytes at the start of a mail's headers that are read. */
const HEADER_BYTES = 64 * 1024
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Finds the mails that a source may read: in its folder, and in the one to which read mails are moved.
 * @param since time of arrival in ms
 * @throws FetchFailure if the folder is missing
 */
export async function findMessages(
  client: ImapFlow,
  address: string,
  settings: MailSettings,
  since: number,
): Promise<FoundMessages> {
  const { folder, move_to } = settings
  const found = await lettersIn(client, address, folder, settings, since)
  if (!found) throw new FetchFailure(`Папки «${folder}» в почтовом ящике нет`, false)
  const moved = move_to === '' ? undefined : await lettersIn(client, address, move_to, settings, since)
  if (!moved) return found
  return { sent: found.sent + moved.sent, letters: newestFirst([...found.letters, ...moved.letters]) }
}

const newestFirst = (letters: readonly FoundMessage[]): FoundMessage[] =>
  letters.toSorted((a, b) => b.at - a.at || b.uid - a.uid)

/** Returns undefined if the folder is missing. */
async function lettersIn(
  client: ImapFlow,
  address: string,
  folder: string,
  { from, subject, proof }: MailSettings,
  since: number,
): Promise<FoundMessages | undefined> {
  const validity = await opened(client, folder, true)
  if (validity === undefined) return undefined
  const sender = from.replace(/^@/, '')
  // Servers compare days of their own zone, so this only narrows the choice.
  const uids = (await client.search({ since: new Date(since - DAY_MS), from: sender }, { uid: true })) || []
  const newest = uids.toSorted((a, b) => b - a).slice(0, MAX_LETTERS)
  if (newest.length === 0) return { sent: 0, letters: [] }
  const sent: FoundMessage[] = []
  const asked = { uid: true, internalDate: true, flags: true, bodyParts: [HEADER] }
  for await (const mail of client.fetch(newest, asked, { uid: true })) {
    const head = await readHead(mail.headers)
    const at = new Date(mail.internalDate ?? 0).getTime()
    if (!head || !newest.includes(mail.uid) || !(at >= since) || !isFrom(head.from, from)) continue
    sent.push({
      box: `${address} ${folder} ${validity}`,
      folder,
      uid: mail.uid,
      at,
      isSeen: mail.flags?.has('\\Seen') ?? false,
      from: head.from,
      subject: head.subject,
      proof: readProof(head.results, domainOf(head.from), proof),
    })
  }
  return {
    sent: sent.length,
    letters: newestFirst(sent.filter((letter) => contains(subject, letter.subject))),
  }
}

const HEADER = { key: 'header', start: 0, maxLength: HEADER_BYTES }

/**
 * Opens a folder.
 * @returns its UIDVALIDITY; undefined if the folder is missing
 */
export async function opened(
  client: ImapFlow,
  folder: string,
  readOnly: boolean,
): Promise<string | undefined> {
  try {
    return String((await client.mailboxOpen(folder, { readOnly })).uidValidity)
  } catch (error) {
    if ((error as { mailboxMissing?: boolean }).mailboxMissing) return undefined
    throw error
  }
}

interface Head {
  /** in lower case */
  from: string
  subject: string
  /** values of the headers Authentication-Results, topmost first */
  results: string[]
}

/** Reads the headers of a mail; undefined without exactly one sender, as whose domain is the one that was checked? */
async function readHead(headers: Buffer | undefined): Promise<Head | undefined> {
  if (!headers) return undefined
  const mail = await PostalMime.parse(headers)
  const valuesOf = (name: string) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value)
  const [from = '', second] = valuesOf('from')
  const [sender, other] = addressParser(from, { flatten: true })
  if (second !== undefined || other || !sender?.address) return undefined
  return {
    from: sender.address.toLowerCase(),
    subject: mail.subject ?? '',
    results: valuesOf('authentication-results'),
  }
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

const isFrom = (sender: string, from: string): boolean =>
  from.startsWith('@') ? domainOf(sender) === from.slice(1) : sender === from

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
  const rows = await sql.all<{ mail: string; state: RunState }>`
    SELECT mail, state FROM source_runs
    WHERE source_id = ${sourceId} AND mail <> '' AND state NOT IN ('waiting', 'running')
    ORDER BY id DESC LIMIT ${SEARCHED}`
  const mails = rows.map(({ mail, state }): LastMail => ({ ...(JSON.parse(mail) as ReadMail), state }))
  const [first, ...others] = mails
  return first && others.reduce((newest, mail) => (isNewer(mail, newest) ? mail : newest), first)
}

/** Returns whether a mail arrived after another; UIDs decide between mails of the same second. */
export const isNewer = (mail: ReadMail, than: ReadMail): boolean =>
  mail.at > than.at || (mail.at === than.at && mail.box === than.box && mail.uid > than.uid)
