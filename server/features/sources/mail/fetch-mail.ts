import type { ImapFlow } from 'imapflow'
import { addDays } from '../../../../contract/lib/dates.ts'
import type { MailSettings } from '../../../../contract/sources/mail.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import type { FetchDeps, FetchedFile, Kind } from '../kinds/kind.ts'
import type { RunRecord } from '../run-record.ts'
import type { Run } from '../runs.ts'
import { zoneTime } from '../schedule.ts'
import { openSecrets } from '../secrets.ts'
import { sourceStatusOf } from '../site-days.ts'
import type { Source } from '../source.ts'
import { dayText, downloadedText } from '../texts.ts'
import { downloadAttachment } from './attachments.ts'
import { chooseMessage, messageSummaryText } from './choose-message.ts'
import { withMailbox } from './connect.ts'
import {
  type FoundMessage,
  type FoundMessages,
  findMessages,
  isNewer,
  type LastMail,
  lastMailOf,
  opened,
  type ReadMail,
} from './found-messages.ts'

/** Days in which mails are searched: more than any whose prices still stand, to say which was the last one. */
const SEARCHED_DAYS = 45
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Fetches a source's newest mail with a price list. A mail that was read before, or an older one, is read again only if
 * its prices are not current, and either they had been imported or a person has started the run.
 * @param name of the file
 * @throws FetchFailure, Refusal
 */
export async function fetchMail(
  deps: FetchDeps,
  record: RunRecord,
  source: Source,
  name: string,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const { db, box, files, fetchLimits: limits, resolveName } = deps
  const { address, mail: settings, zone } = source
  const { run } = record
  if (!settings) throw new Refusal(400, 'Не указано, какие письма читать')
  // A mail that an attempt has found, but not brought to an end, was not read.
  await record.change({ mail: '' })
  await record.step('Чтение почты', `Чтение почты на ${run.host}`)
  const last = await lastMailOf(db, source.id)
  const stands = (await sourceStatusOf(db, source, run.day)) !== undefined
  const access = { address, secrets: openSecrets(box, source.secrets), limits, resolveName }
  const isValid = isValidAt(record.now(), zone, settings)
  const since = record.now() - SEARCHED_DAYS * DAY_MS
  return withMailbox(access, signal, async (client) => {
    const found = await findMessages(client, address, settings, since)
    const letters = found.letters.filter(isValid)
    const skipped: string[] = []
    const onSkip = (words: string) => {
      skipped.push(words)
      record.say(words)
    }
    const fresh = letters.filter((letter) => !last || isNewer(letter, last))
    const isCurrent = stands && cameIn(last)
    const again = !isCurrent && mayReadAgain(last, run.started_by) ? letters : []
    const chosen =
      (await chooseMessage(client, fresh, settings, zone, onSkip)) ??
      (await chooseMessage(client, again, settings, zone, () => undefined))
    if (!chosen) {
      await settleForgotten(client, address, letters, last, settings)
      const why = skipped[0] ?? noneWords(found, letters, source, last)
      if (isCurrent && last && isValid(last)) return { file: null, why }
      throw new FetchFailure(why, true)
    }
    const { letter, attachment } = chosen
    record.say(`${messageSummaryText(letter, zone)} от ${letter.from}: «${attachment.name}»`)
    const older = fresh.filter((one) => isNewer(letter, one)).length
    if (older > 0) record.say(`Более ранних писем: ${older}. Они не читаются, потому что есть новее`)
    const { bytes, sha256 } = await downloadAttachment(client, letter, attachment, files.path(name), limits)
    const read: ReadMail = { box: letter.box, folder: letter.folder, uid: letter.uid, at: letter.at }
    await record.change({ mail: JSON.stringify(read) })
    await record.step('Ожидание очереди', downloadedText(bytes))
    return { file: { name, called: attachment.name, bytes, sha256, etag: '', modified: '' } }
  })
}

/** Returns whether the prices of the last mail came in, so that they can stand. */
const cameIn = (last: LastMail | undefined): boolean =>
  last?.state === 'imported' || last?.state === 'unchanged'

/** Returns a check whether a mail's prices stand at a time: until some days after that of its arrival. */
function isValidAt(now: number, zone: string, { valid_days }: MailSettings) {
  const first = addDays(zoneTime(zone, now).day, -valid_days)
  return ({ at }: Pick<ReadMail, 'at'>): boolean => zoneTime(zone, at).day >= first
}

/**
 * Returns whether the last mail may be read again: if a person wants it, or if its prices came in, but no longer stand.
 * One that was held back, declined or refused waits for that person or a new mail.
 */
const mayReadAgain = (last: LastMail | undefined, startedBy: string): boolean =>
  startedBy === 'hand' || startedBy === 'command' || cameIn(last)

/** Marks or moves the last mail, if a process died or its server failed before that. */
async function settleForgotten(
  client: Parameters<typeof settle>[0],
  address: string,
  letters: readonly FoundMessage[],
  last: LastMail | undefined,
  settings: MailSettings,
): Promise<void> {
  const letter = letters.find(({ box, uid }) => box === last?.box && uid === last.uid)
  if (letter && (settings.move_to !== '' || !letter.isSeen)) await settle(client, address, letter, settings)
}

function noneWords(
  { sent, letters: all }: FoundMessages,
  letters: readonly FoundMessage[],
  { zone, mail }: Source,
  last: LastMail | undefined,
): string {
  const { folder, from, subject, valid_days } = mail as MailSettings
  if (sent === 0) return `В папке «${folder}» за ${SEARCHED_DAYS} дней нет писем от ${from}`
  if (all.length === 0) return `Писем от ${from}: ${sent}, но ни одного с темой «${subject}»`
  const [newest] = letters.length > 0 ? letters : all
  const day = dayText(zoneTime(zone, newest?.at ?? 0).day)
  return letters.length > 0
    ? `Нового письма от ${from} нет: последнее, от ${day}, ${last?.state === 'held' ? 'ждёт решения' : 'уже прочитано'}`
    : `Нового письма от ${from} нет: последнее, от ${day}, старше ${valid_days} дн.`
}

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
async function settle(
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
