import type { ImapFlow } from 'imapflow'
import type { MailSettings } from '../../../../contract/sources/mail.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { zoneTime } from '../schedule.ts'
import { dayText } from '../texts.ts'
import { type Attachment, findAttachments, MAX_PARTS } from './attachments.ts'
import { type FoundMessage, opened } from './found-messages.ts'

/** Mail with the attachment that is the price list. */
export interface ChosenMessage {
  letter: FoundMessage
  attachment: Attachment
}

/** Maximum number of mails whose attachments are looked at. */
const MAX_OPENED = 50
/** Maximum number of attachments that a message names. */
const MAX_NAMED = 5

/**
 * Chooses the newest mail with a price list, whose sender is proved if that is required. Its folder is open afterwards.
 * @param letters newest first
 * @param zone time zone of days in words
 * @param onSkip called with the reason why a mail is skipped, in words
 * @throws FetchFailure for a mail with several price lists
 */
export async function chooseMessage(
  client: ImapFlow,
  letters: readonly FoundMessage[],
  { attachment: pattern, proof }: MailSettings,
  zone: string,
  onSkip: (words: string) => void,
): Promise<ChosenMessage | undefined> {
  let folder = ''
  for (const letter of letters.slice(0, MAX_OPENED)) {
    if (proof !== '' && letter.proof.passed.length === 0) {
      onSkip(`${messageSummaryText(letter, zone)}: ${unproved(letter, proof)}`)
      continue
    }
    if (letter.folder !== folder) {
      if ((await opened(client, letter.folder, true)) === undefined) continue
      folder = letter.folder
    }
    const found = await findAttachments(client, letter.uid, pattern)
    if (!found) {
      onSkip(`${messageSummaryText(letter, zone)}: больше ${MAX_PARTS} частей`)
      continue
    }
    const [attachment, ...others] = found.lists
    const unreadable = found.unreadable.slice(0, MAX_NAMED).join('; ')
    if (!attachment) {
      const wanted = pattern === '' ? 'с прайс-листом' : `«${pattern}»`
      onSkip(
        `${messageSummaryText(letter, zone)}: нет вложения ${wanted}${unreadable && `. Не читаются: ${unreadable}`}`,
      )
      continue
    }
    if (unreadable !== '') onSkip(`${messageSummaryText(letter, zone)}: не читаются: ${unreadable}`)
    if (others.length > 0) {
      const names = [attachment, ...others].slice(0, MAX_NAMED).map(({ name }) => `«${name}»`)
      throw new FetchFailure(
        `${messageSummaryText(letter, zone)}: подходят несколько вложений: ${names.join(', ')}. Уточните имя вложения`,
        false,
      )
    }
    return { letter, attachment }
  }
  return undefined
}

function unproved({ proof: { checkedBy } }: FoundMessage, server: string): string {
  return checkedBy === ''
    ? `нет проверки отправителя сервером ${server}`
    : `сервер ${checkedBy} не подтвердил отправителя (DKIM или SPF)`
}

const MAX_SUBJECT_LENGTH = 100

/** Returns a mail's subject and day in words. */
export function messageSummaryText(
  { subject, at }: Pick<FoundMessage, 'subject' | 'at'>,
  zone: string,
): string {
  const shown = subject.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ').slice(0, MAX_SUBJECT_LENGTH)
  return `Письмо «${shown}» от ${dayText(zoneTime(zone, at).day)}`
}
