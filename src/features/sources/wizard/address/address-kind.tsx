import { type FormEvent, useState } from 'react'
import { hostName } from '../../../../../contract/lib/host-name.ts'
import type { SourceApi } from '../../../../../contract/sources/api.ts'
import { SOURCE_FILE_CALLS } from '../../../../../contract/sources/source-calls.ts'
import { call } from '../../../../data/send-call.ts'
import { Button } from '../../../../ui/Button.tsx'
import type { Fact } from '../../../../ui/Facts.tsx'
import { TextField } from '../../../../ui/Field.tsx'
import { focusField } from '../../../../ui/useFields.tsx'
import { formatCount } from '../../texts.ts'
import { USUAL_TIMES, type WizardDraft } from '../draft.ts'
import { type FirstStepProps, type KindModule, OF_FILES } from '../kinds/kind-module.ts'
import { SecretFields } from '../SecretFields.tsx'
import { ApiFields, wrongApi } from './ApiFields.tsx'
import { isOnFileServer, keyFor, refusedKeyIn, requestsOf, serverKeyOf, trustedKeyOf } from './api-draft.ts'

/** Price list at an address: of the web, of an API, or of an FTP or SFTP server. */
export const ADDRESS_KIND: KindModule = {
  ...OF_FILES,
  choice: ['Адрес в интернете', 'Сервер скачивает прайс-лист сам, по расписанию'],
  times: USUAL_TIMES,
  verb: 'Скачивать',
  First: ListAddressStep,
  CheckNote: ({ draft }) => <ServerKeyNote draft={draft} />,
  isComplete: (draft) => Object.keys(wrongApi(draft)).length === 0,
  secrets(draft) {
    const { mode, headers, basic } = draft.secrets
    if (mode !== 'set') return undefined
    const named = (isOnFileServer(draft) ? [] : headers).filter(({ name }) => name.trim() !== '')
    if (named.length === 0 && basic === null) return undefined
    return { headers: named.map(({ name, value }) => ({ name: name.trim(), value })), basic }
  },
  input(draft) {
    const hostKey = trustedKeyOf(draft)
    const api = requestsOf(draft)
    return {
      address: draft.address.trim(),
      ...(hostKey !== undefined && { host_key: hostKey }),
      ...(api && { api }),
    }
  },
  async load({ draft, access, change, trusted, signal }) {
    const address = draft.address.trim()
    const hostKey = trusted ?? trustedKeyOf(draft)
    const api = requestsOf(draft)
    const request = { address, ...(api && { api }), ...(hostKey && { host_key: hostKey }), ...access }
    const file = await call(SOURCE_FILE_CALLS.fetch, request).catch((error) => {
      const refused = refusedKeyIn(error)
      if (refused !== null && !signal.aborted) change({ refusedKey: serverKeyOf(address, refused) })
      throw error
    })
    signal.throwIfAborted()
    change({ hostKey: serverKeyOf(address, file.host_key), refusedKey: null, containers: [] })
    if (draft.site === '') change({ site: siteOf(address) })
    return file
  },
  origin: ({ address }) => address,
  facts: ({ source: { host_key: hostKey, api } }) => [
    !!hostKey && ['Ключ сервера', <code key="key">{hostKey}</code>],
    ...(api ? apiFacts(api) : []),
  ],
}

/** Returns the site that an address suggests; a file server often has a name of its own within it. */
const siteOf = (address: string): string =>
  isOnFileServer({ address }) ? hostName(address).replace(/^s?ftp\./, '') : hostName(address)

const PAGINGS = {
  page: 'по номеру страницы',
  offset: 'по числу пропущенных записей',
  cursor: 'по курсору',
  next: 'по ссылке на следующую страницу',
} as const

function apiFacts({ login, request, paging }: SourceApi): Fact[] {
  const full = paging && paging.size > 0 ? `, по\u00a0${formatCount(paging.size)}` : ''
  return [
    login !== null && ['Вход в API', login.address],
    ['Запросы к API', `${request.method}, ${paging ? `${PAGINGS[paging.by]}${full}` : 'одним ответом'}`],
    !!paging?.records && ['Записи', <code key="records">{paging.records}</code>],
  ]
}

/** First step of the wizard for an address: where it is, what it needs, and how an API is asked. */
function ListAddressStep(props: FirstStepProps) {
  const { draft, checked, change, busy, field, onLoad, children } = props
  const [tried, setTried] = useState(false)
  const { address, secrets, secretNames, api } = draft
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const [wrong] = Object.keys(wrongApi(draft))
    if (wrong === undefined) onLoad()
    else focusField(event.currentTarget, wrong)
  }
  return (
    <>
      <form className="grid gap-12 min-w-0" onSubmit={submit}>
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

interface ServerKeyNoteProps {
  draft: WizardDraft
  busy?: boolean
  /** called with the key that the person now trusts; without it, another key cannot be accepted here */
  onTrust?(key: string): void
}

/** Key of the draft's SFTP server, and the one that it showed instead (specification 12.11). */
function ServerKeyNote({ draft, busy = false, onTrust }: ServerKeyNoteProps) {
  const trusted = trustedKeyOf(draft)
  const refused = keyFor(draft.address, draft.refusedKey)
  if (refused !== undefined && onTrust) {
    return (
      <div className="server-key grid gap-8">
        <p className="panel-words">
          Прежний ключ сервера <code>{trusted ?? 'сохранён в источнике'}</code>
        </p>
        <p className="panel-words">
          Новый ключ сервера <code>{refused}</code>
        </p>
        <div className="panel-actions">
          <Button blocked={busy} onClick={() => onTrust(refused)}>
            Доверять новому ключу и скачать
          </Button>
        </div>
      </div>
    )
  }
  if (trusted === undefined) return null
  return (
    <div className="server-key grid gap-8">
      <p className="panel-words">
        Ключ сервера <code>{trusted}</code>. Сравните его с тем, что назвал поставщик.
      </p>
    </div>
  )
}
