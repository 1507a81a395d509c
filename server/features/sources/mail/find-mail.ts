import type { Letter, MailSettings } from '../../../../contract/sources/mail.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { downloadAttachment } from './attachments.ts'
import { chooseMessage } from './choose-message.ts'
import { type MailAccess, withMailbox } from './connect.ts'
import { findMessages } from './found-messages.ts'

/** Days in which the assistant looks for a mail. */
const SEARCHED_DAYS = 90
const MAX_SUBJECT_LENGTH = 300
const DAY_MS = 24 * 60 * 60 * 1000

/** Price list of a mail, for the assistant. */
export interface MailFound {
  letter: Letter
  bytes: number
}

/**
 * Downloads the newest price list of a mailbox, whether or not a run has read it, and leaves the mailbox as it is.
 * @param path path to write the file to
 * @throws FetchFailure, Refusal
 */
export async function downloadNewestAttachment(
  access: MailAccess,
  settings: MailSettings,
  path: string,
  signal: AbortSignal,
): Promise<MailFound> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { folder, from, subject } = settings
  return withMailbox(access, signal, async (client) => {
    const since = Date.now() - SEARCHED_DAYS * DAY_MS
    // Moved mails count as well, because a source may have read them.
    const { sent, letters } = await findMessages(client, access.address, settings, since)
    if (sent === 0) {
      throw new FetchFailure(`В папке «${folder}» за ${SEARCHED_DAYS} дней нет писем от ${from}`, false)
    }
    const skipped: string[] = []
    const chosen = await chooseMessage(client, letters, settings, zone, (words) => skipped.push(words))
    if (!chosen) {
      const counted = `Просмотрено писем от ${from}: ${sent}`
      throw new FetchFailure(
        skipped[0] === undefined
          ? `${counted}, но ни одного с темой «${subject}»`
          : `${counted}, ни одно не подошло. ${skipped[0]}`,
        false,
      )
    }
    const { letter, attachment } = chosen
    const { bytes } = await downloadAttachment(client, letter, attachment, path, access.limits)
    return {
      bytes,
      letter: {
        from: letter.from,
        subject: letter.subject.slice(0, MAX_SUBJECT_LENGTH),
        received_at: new Date(letter.at).toISOString(),
        attachment: attachment.name,
        checked_by: letter.proof.checkedBy,
        passed: letter.proof.passed,
      },
    }
  })
}
