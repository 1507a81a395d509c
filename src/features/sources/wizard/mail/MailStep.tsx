import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import type { FirstStepProps } from '../kinds/kind-module.ts'
import { SecretFields } from '../SecretFields.tsx'
import { WizardField } from '../WizardField.tsx'
import { type MailDraft, wrongMail } from './mail-draft.ts'
import './mail.css'

/** First step of the wizard for a mailbox: where it is, and which of its mails have the price list. */
export function MailStep({ draft, checked, change, busy, onLoad, children }: FirstStepProps) {
  const { address, mail, secrets, secretNames } = draft
  const [tried, setTried] = useState(false)
  const problems = wrongMail(draft)
  const basic = secrets.basic ?? { username: '', password: '' }
  const setBasic = (part: Partial<typeof basic>) =>
    change({ secrets: { mode: 'set', headers: [], basic: { ...basic, ...part } } })
  const field = (name: keyof MailDraft) => ({
    name,
    value: mail[name],
    problem: problems[name],
    checked: checked || tried,
    onChange: (value: string) => change({ mail: { ...mail, [name]: value } }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const [wrong] = Object.keys(problems)
    if (wrong === undefined) {
      if (!busy) onLoad()
      return
    }
    const control = event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)
    const folded = control?.closest('details')
    if (folded) folded.open = true
    control?.focus()
  }
  return (
    <>
      <form className="mail" noValidate onSubmit={submit}>
        <WizardField
          name="server"
          label="Сервер почты"
          placeholder="imap.yandex.ru"
          hint="Сервер входящей почты по IMAP. Его имя есть в справке почтовой службы"
          value={address}
          problem={problems.server}
          checked={checked || tried}
          onChange={(value) => change({ address: value })}
        />
        {secrets.mode === 'keep' ? (
          <SecretFields
            secrets={secrets}
            stored={secretNames}
            onChange={(changed) => change({ secrets: changed })}
          />
        ) : (
          <div className="mail-pair">
            <WizardField
              name="username"
              label="Имя пользователя"
              hint="Обычно это адрес ящика"
              value={basic.username}
              problem={problems.username}
              checked={checked || tried}
              onChange={(username) => setBasic({ username })}
            />
            <WizardField
              name="password"
              label="Пароль"
              type="password"
              hint="У Яндекса, Mail.ru и Gmail нужен пароль приложения"
              value={basic.password}
              problem={problems.password}
              checked={checked || tried}
              onChange={(password) => setBasic({ password })}
            />
          </div>
        )}
        <WizardField
          {...field('from')}
          label="От кого"
          placeholder="price@shop.ru"
          hint="Адрес отправителя, или @shop.ru для всех адресов этого домена"
        />
        <div className="mail-pair">
          <WizardField
            {...field('subject')}
            label="Тема"
            hint="Слова из темы. Пусто: любая тема, * вместо любого текста"
          />
          <WizardField
            {...field('attachment')}
            label="Вложение"
            placeholder="прайс*.xlsx"
            hint="Имя файла. Пусто: единственный прайс-лист в письме"
          />
        </div>
        <details>
          <summary>Папка, проверка отправителя, срок</summary>
          <div className="mail-more">
            <div className="mail-pair">
              <WizardField {...field('folder')} label="Папка" hint="INBOX — это «Входящие»" />
              <WizardField
                {...field('moveTo')}
                label="Куда переносить прочитанные"
                hint="Пусто: письмо остаётся на месте и отмечается прочитанным"
              />
            </div>
            <WizardField
              {...field('proof')}
              label="Кто проверяет отправителя"
              placeholder="mx.yandex.ru"
              hint="Читаются только письма, чьего отправителя этот сервер подтвердил (DKIM или SPF). Пусто: без проверки"
            />
            <WizardField
              {...field('validDays')}
              label="Сколько дней стоят цены письма"
              inputMode="numeric"
              hint="Если за это время нового письма нет, загрузка не удаётся, и придёт уведомление"
            />
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
