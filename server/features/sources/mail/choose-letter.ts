import type { ImapFlow } from 'imapflow'
import type { MailSettings } from '../../../../contract/sources/mail.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { zoneTime } from '../schedule.ts'
import { dayText } from '../texts.ts'
import { type Attachment, findAttachments, MOST_PARTS } from './attachments.ts'
import { type FoundLetter, opened } from './letters.ts'

/** Mail with the attachment that is the price list. */
export interface ChosenLetter {
  letter: FoundLetter
  attachment: Attachment
}

/** Maximum number of mails whose attachments are looked at. */
const MOST_OPENED = 50
/** Maximum number of attachments that a message names. */
const MOST_NAMED = 5

/**
 * Chooses the newest mail with a price list, whose sender is proved if that is required. Its folder is open afterwards.
 * @param letters newest first
 * @param zone time zone of days in words
 * @param onSkip called with the reason why a mail is skipped, in words
 * @throws FetchFailure for a mail with several price lists
 */
export async function chooseLetter(
  client: ImapFlow,
  letters: readonly FoundLetter[],
  { attachment: pattern, proof }: MailSettings,
  zone: string,
  onSkip: (words: string) => void,
): Promise<ChosenLetter | undefined> {
  let folder = ''
  for (const letter of letters.slice(0, MOST_OPENED)) {
    if (proof !== '' && letter.proof.passed.length === 0) {
      onSkip(`${letterWords(letter, zone)}: ${unproved(letter, proof)}`)
      continue
    }
    if (letter.folder !== folder) {
      if ((await opened(client, letter.folder, true)) === undefined) continue
      folder = letter.folder
    }
    const found = await findAttachments(client, letter.uid, pattern)
    if (!found) {
      onSkip(`${letterWords(letter, zone)}: больше ${MOST_PARTS} частей`)
      continue
    }
    const [attachment, ...others] = found.lists
    const unreadable = found.unreadable.slice(0, MOST_NAMED).join('; ')
    if (!attachment) {
      const wanted = pattern === '' ? 'с прайс-листом' : `«${pattern}»`
      onSkip(
        `${letterWords(letter, zone)}: нет вложения ${wanted}${unreadable && `. Не читаются: ${unreadable}`}`,
      )
      continue
    }
    if (unreadable !== '') onSkip(`${letterWords(letter, zone)}: не читаются: ${unreadable}`)
    if (others.length > 0) {
      const names = [attachment, ...others].slice(0, MOST_NAMED).map(({ name }) => `«${name}»`)
      throw new FetchFailure(
        `${letterWords(letter, zone)}: подходят несколько вложений: ${names.join(', ')}. Уточните имя вложения`,
        false,
      )
    }
    return { letter, attachment }
  }
  return undefined
}

function unproved({ proof: { checkedBy } }: FoundLetter, server: string): string {
  return checkedBy === ''
    ? `нет проверки отправителя сервером ${server}`
    : `сервер ${checkedBy} не подтвердил отправителя (DKIM или SPF)`
}

const LONGEST_SUBJECT = 100

/** Returns a mail's subject and day in words. */
export function letterWords({ subject, at }: Pick<FoundLetter, 'subject' | 'at'>, zone: string): string {
  const shown = subject.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ').slice(0, LONGEST_SUBJECT)
  return `Письмо «${shown}» от ${dayText(zoneTime(zone, at).day)}`
}
