import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { TextField } from '../../../../ui/Field.tsx'
import type { FirstStepProps } from '../kinds/kind-module.ts'
import { SecretFields } from '../SecretFields.tsx'
import { ApiFields } from './ApiFields.tsx'
import { wrongApi } from './api-draft.ts'
import { ServerKeyNote } from './ServerKeyNote.tsx'
import { isOnFileServer } from './server-key.ts'

/** First step of the wizard for an address: where it is, what it needs, and how an API is asked. */
export function ListAddressStep(props: FirstStepProps) {
  const { draft, checked, change, busy, field, onLoad, children } = props
  const [tried, setTried] = useState(false)
  const { address, secrets, secretNames, api } = draft
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const [wrong] = Object.keys(wrongApi(draft))
    if (wrong === undefined) return onLoad()
    const control = event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)
    const folded = control?.closest('details')
    if (folded) folded.open = true
    control?.focus()
  }
  return (
    <>
      <form className="address" onSubmit={submit}>
        <TextField
          label="Адрес прайс-листа"
          hint="Подходят и ссылки «Поделиться» из Google Таблиц и Диска, Яндекс Диска, Облака Mail, Dropbox и OneDrive, и файлы на серверах FTP и SFTP: sftp://shop.ru/out/price-*.csv — самый новый из подходящих."
          ref={field}
          type="url"
          inputMode="url"
          required
          placeholder="https://shop.ru/price.xml"
          autoComplete="off"
          spellCheck={false}
          value={address}
          onChange={(value) => change({ address: value })}
        />
        <SecretFields
          secrets={secrets}
          stored={secretNames}
          basicOnly={isOnFileServer(draft)}
          onChange={(changed) => change({ secrets: changed })}
        />
        {!isOnFileServer(draft) && (
          <ApiFields api={api} checked={checked || tried} onChange={(changed) => change({ api: changed })} />
        )}
        <div className="panel-actions">
          <Button type="submit" variant="primary" blocked={busy || address.trim() === ''}>
            {busy ? 'Скачиваем и разбираем...' : 'Скачать и разобрать'}
          </Button>
        </div>
      </form>
      {children}
      <ServerKeyNote draft={draft} busy={busy} onTrust={onLoad} />
    </>
  )
}
