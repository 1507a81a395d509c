import '../wizard.css'
import { type FormEvent, useState } from 'react'
import { MailSettings } from '../../../../../contract/sources/mail.ts'
import { SOURCE_FILE_CALLS } from '../../../../../contract/sources/source-calls.ts'
import { call } from '../../../../data/send-call.ts'
import { Button } from '../../../../ui/Button.tsx'
import type { Fact } from '../../../../ui/Facts.tsx'
import { CheckField } from '../../../../ui/Field.tsx'
import {
  type FieldTable,
  focusField,
  integerProblem,
  problemsOf,
  useFields,
} from '../../../../ui/useFields.tsx'
import { momentIn } from '../../texts.ts'
import type { WizardDraft } from '../draft.ts'
import { type DraftProps, type FirstStepProps, type KindModule, OF_FILES } from '../kinds/kind-module.ts'
import { SecretFields } from '../SecretFields.tsx'
import {
  type MailDraft,
  mailAddress,
  mailServerOf,
  mailSettingsOf,
  proofServerOf,
  siteOfSender,
} from './mail-draft.ts'

export const MAIL_KIND: KindModule = {
  ...OF_FILES,
  choice: ['Почта', 'Письма с прайс-листом: сервер читает почтовый ящик'],
  times: ['07:00', '12:00'],
  verb: 'Читать',
  First: MailStep,
  ColumnsNote: MessageSummary,
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
    change({ letter, containers: [], mail: { ...mail, proof }, site: site || siteOfSender(letter) })
    return file
  },
  origin: ({ address }) => `почта, ${address}`,
  facts: ({ source: { mail } }) => (mail ? mailFacts(mail) : []),
}

function mailFacts(mail: MailSettings): Fact[] {
  return [
    ['От кого', mail.from],
    mail.subject !== '' && ['Тема', mail.subject],
    mail.attachment !== '' && ['Вложение', mail.attachment],
    ['Папка', mail.folder],
    ['Отправителя проверяет', mail.proof === '' ? 'никто' : mail.proof],
    ['Прочитанные письма', mail.move_to === '' ? 'отмечаются' : `переносятся в «${mail.move_to}»`],
    ['Цены письма стоят', `${mail.valid_days}\u00a0дн.`],
  ]
}

/** Settings of a mailbox with its access, as typed. */
interface MailForm extends MailDraft {
  server: string
  username: string
  password: string
  /** whether the stored name and password are used */
  isStored: boolean
}

const mailFormOf = ({ mail, address, secrets: { mode, basic } }: WizardDraft): MailForm => ({
  ...mail,
  server: address,
  ...(basic ?? { username: '', password: '' }),
  isStored: mode === 'keep',
})

const SENDER = /^[^\s@]*@[^\s@]+\.[^\s@]+$/

const FIELDS: FieldTable<MailForm> = {
  server: {
    label: 'Сервер почты',
    placeholder: 'imap.yandex.ru',
    hint: 'Сервер входящей почты по IMAP. Его имя есть в справке почтовой службы',
    problem: ({ server }) => server.trim() === '' && 'Укажите сервер почты.',
  },
  username: {
    applies: ({ isStored }) => !isStored,
    label: 'Имя пользователя',
    hint: 'Обычно это адрес ящика',
    problem: ({ username }) => username === '' && 'Укажите имя пользователя.',
  },
  password: {
    applies: ({ isStored }) => !isStored,
    label: 'Пароль',
    type: 'password',
    hint: 'У Яндекса, Mail.ru и Gmail нужен пароль приложения',
    problem: ({ password }) => password === '' && 'Укажите пароль.',
  },
  from: {
    label: 'От кого',
    placeholder: 'price@shop.ru',
    hint: 'Адрес отправителя, или @shop.ru для всех адресов этого домена',
    problem: ({ from }) =>
      !SENDER.test(from.trim()) && 'Укажите адрес вида price@shop.ru или домен вида @shop.ru.',
  },
  subject: { label: 'Тема', hint: 'Слова из темы. Пусто: любая тема, * вместо любого текста' },
  attachment: {
    label: 'Вложение',
    placeholder: 'прайс*.xlsx',
    hint: 'Имя файла. Пусто: единственный прайс-лист в письме',
  },
  folder: { label: 'Папка', hint: 'INBOX — это «Входящие»' },
  moveTo: {
    label: 'Куда переносить прочитанные',
    hint: 'Пусто: письмо остаётся на месте и отмечается прочитанным',
    problem: ({ moveTo, folder }) =>
      moveTo.trim() !== '' && moveTo.trim() === folder.trim() && 'Укажите другую папку, не ту же самую.',
  },
  proof: {
    label: 'Кто проверяет отправителя',
    placeholder: 'mx.yandex.ru',
    hint: 'Читаются только письма, чьего отправителя этот сервер подтвердил (DKIM или SPF). Пусто: без проверки',
  },
  validDays: {
    label: 'Сколько дней стоят цены письма',
    inputMode: 'numeric',
    hint: 'Если за это время нового письма нет, загрузка не удаётся, и придёт уведомление',
    problem: ({ validDays }) => integerProblem(validDays, MailSettings.properties.valid_days),
  },
}

const wrongMail = (draft: WizardDraft) => problemsOf(FIELDS, mailFormOf(draft))

/** First step of the wizard for a mailbox: where it is, and which of its mails have the price list. */
function MailStep({ draft, checked, change, busy, onLoad, children }: FirstStepProps) {
  const { secrets, secretNames } = draft
  const [tried, setTried] = useState(false)
  const form = mailFormOf(draft)
  const field = useFields(FIELDS, {
    form,
    checked: checked || tried,
    onChange: (part) => {
      const { server, username, password, isStored, ...mail } = { ...form, ...part }
      const isAccess = 'username' in part || 'password' in part
      const basic = { username, password }
      change({
        address: server,
        mail,
        ...(isAccess && { secrets: { mode: 'set', headers: [], basic } }),
      })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const [wrong] = Object.keys(wrongMail(draft))
    if (wrong !== undefined) focusField(event.currentTarget, wrong)
    else if (!busy) onLoad()
  }
  return (
    <>
      <form className="grid gap-12 min-w-0" noValidate onSubmit={submit}>
        {field('server')}
        {form.isStored ? (
          <SecretFields
            secrets={secrets}
            stored={secretNames}
            onChange={(changed) => change({ secrets: changed })}
          />
        ) : (
          <div className="mail-pair grid gap-12">
            {field('username')}
            {field('password')}
          </div>
        )}
        {field('from')}
        <div className="mail-pair grid gap-12">
          {field('subject')}
          {field('attachment')}
        </div>
        <details className="disclosure">
          <summary>Папка, проверка отправителя, срок</summary>
          <div className="mail-more grid gap-12 min-w-0">
            <div className="mail-pair grid gap-12">
              {field('folder')}
              {field('moveTo')}
            </div>
            {field('proof')}
            {field('validDays')}
          </div>
        </details>
        <div className="panel-actions">
          <Button type="submit" variant="primary" blocked={busy}>
            {busy ? 'Ищем и разбираем...' : 'Найти письмо'}
          </Button>
        </div>
      </form>
      {children}
    </>
  )
}

/** Mail from which the file comes, the checks of its sender, and whether later mails need them. */
function MessageSummary({ draft: { letter, mail, zone }, change }: DraftProps) {
  if (letter === null) return null
  const { from, subject, received_at, attachment, checked_by, passed } = letter
  const server = proofServerOf(letter)
  return (
    <section className="grid gap-8 min-w-0 wrap-anywhere" aria-label="Найденное письмо">
      <p className="panel-words">
        Письмо <strong>«{subject}»</strong> от {from}, {momentIn(zone, received_at)}, вложение{' '}
        <strong className="file-name">{attachment}</strong>.{' '}
        {passed.length > 0
          ? `Отправителя подтвердил ${checked_by}: ${passed.join(', ')}.`
          : checked_by === ''
            ? 'Отправителя никто не проверял: такое письмо может прислать кто угодно.'
            : `${checked_by} не подтвердил отправителя: такое письмо может прислать кто угодно.`}
      </p>
      {(server !== '' || mail.proof !== '') && (
        <CheckField
          checked={mail.proof !== ''}
          onChange={(checked) => change({ mail: { ...mail, proof: checked ? server : '' } })}
        >
          Читать только письма с подтверждённым отправителем
        </CheckField>
      )}
    </section>
  )
}
