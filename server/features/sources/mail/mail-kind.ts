import type { MailSettings } from '../../../../contract/sources/mail.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { checkMapping, type Kind } from '../kinds/kind.ts'
import { fetchMail, settleMail } from './fetch-mail.ts'
import { checkMailAddress } from './mail-address.ts'

/** Mails with a price list in a mailbox (specification 13.16). */
export const MAIL_KIND: Kind = {
  check(input, _site, allowedHosts) {
    const mapping = checkMapping(input.mapping)
    const checked = checkMailAddress(input, allowedHosts)
    return { ...checked, hostKey: '', mapping, mail: checkMail(input.mail) }
  },
  fetch: fetchMail,
  settle: settleMail,
}

const SENDER = /^(?:[^\s@<>"(),:;\\]{1,64})?@(?:[^\s@<>"(),:;\\.]+\.)+[^\s@<>"(),:;\\.]+$/u
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/u

/**
 * Checks which mails of a mailbox are read.
 * @throws Refusal
 */
export function checkMail(mail: MailSettings | null | undefined): MailSettings {
  if (!mail) throw new Refusal(400, 'Не указано, какие письма читать')
  const { valid_days, ...texts } = mail
  const { folder, from, subject, attachment, proof, move_to } = trimmed(texts)
  if (Object.values(texts).some((text) => CONTROL.test(text))) {
    throw new Refusal(400, 'В настройках почты недопустимые знаки')
  }
  if (!SENDER.test(from)) {
    throw new Refusal(
      400,
      'Отправитель неверен: нужен адрес вроде price@example.ru или домен вроде @example.ru',
    )
  }
  const own = folder === '' ? 'INBOX' : folder
  if (move_to === own) throw new Refusal(400, 'Прочитанные письма нельзя переносить в ту же папку')
  return { folder: own, from: from.toLowerCase(), subject, attachment, proof, move_to, valid_days }
}

const trimmed = <Texts extends Record<string, string>>(texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])) as Texts
