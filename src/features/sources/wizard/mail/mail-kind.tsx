import type { MailSettings } from '../../../../../contract/sources/mail.ts'
import { SOURCE_FILE_CALLS } from '../../../../../contract/sources/source-calls.ts'
import { call } from '../../../../data/send-call.ts'
import { type Fact, type KindModule, OF_FILES } from '../kinds/kind-module.ts'
import { LetterSummary } from './LetterSummary.tsx'
import { MailStep } from './MailStep.tsx'
import {
  mailAddress,
  mailServerOf,
  mailSettingsOf,
  proofServerOf,
  siteOfLetter,
  wrongMail,
} from './mail-draft.ts'

/** Mails with a price list in a mailbox. */
export const MAIL_KIND: KindModule = {
  ...OF_FILES,
  choice: ['Почта', 'Письма с прайс-листом: сервер читает почтовый ящик'],
  times: ['07:00', '12:00'],
  verb: 'Читать',
  First: MailStep,
  ColumnsNote: LetterSummary,
  typedAddress: mailServerOf,
  isComplete: (draft) => Object.keys(wrongMail(draft)).length === 0,
  secrets: ({ secrets: { mode, basic } }) => (mode === 'set' ? { headers: [], basic } : undefined),
  input: ({ address, mail }) => ({ address: mailAddress(address), mail: mailSettingsOf(mail) }),
  /** A sender who is proved has to be so from then on. */
  async load({ draft, isNew, access, change, signal }) {
    const { address, mail, site } = draft
    const asked = { address: mailAddress(address), mail: mailSettingsOf(mail), ...access }
    const { letter, ...file } = await call(SOURCE_FILE_CALLS.findMail, asked)
    signal.throwIfAborted()
    const proof = mail.proof || (isNew ? proofServerOf(letter) : '')
    change({ letter, containers: [], mail: { ...mail, proof }, site: site || siteOfLetter(letter) })
    return file
  },
  origin: ({ address }) => `почта, ${address}`,
  facts: ({ source: { mail } }) => (mail ? mailFacts(mail) : []),
}

/** Returns which mails are read. */
function mailFacts(mail: MailSettings): Fact[] {
  const named = (name: string, value: string): Fact[] => (value === '' ? [] : [[name, value]])
  return [
    ['От кого', mail.from],
    ...named('Тема', mail.subject),
    ...named('Вложение', mail.attachment),
    ['Папка', mail.folder],
    ['Отправителя проверяет', mail.proof === '' ? 'никто' : mail.proof],
    ['Прочитанные письма', mail.move_to === '' ? 'отмечаются' : `переносятся в «${mail.move_to}»`],
    ['Цены письма стоят', `${mail.valid_days}\u00a0дн.`],
  ]
}
