import { hostName } from '../../../../../contract/lib/host-name.ts'
import type { SourceApi } from '../../../../../contract/sources/api.ts'
import { SOURCE_FILE_CALLS } from '../../../../../contract/sources/source-calls.ts'
import { call } from '../../../../data/send-call.ts'
import { formatCount } from '../../texts.ts'
import { USUAL_TIMES } from '../draft.ts'
import { type Fact, type KindModule, OF_FILES } from '../kinds/kind-module.ts'
import { requestsOf, wrongApi } from './api-draft.ts'
import { ListAddressStep } from './ListAddressStep.tsx'
import { ServerKeyNote } from './ServerKeyNote.tsx'
import { isOnFileServer, refusedKeyIn, serverKeyOf, trustedKeyOf } from './server-key.ts'

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
    ...(hostKey ? ([['Ключ сервера', <code key="key">{hostKey}</code>]] satisfies Fact[]) : []),
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

/** Returns how an API is asked. */
function apiFacts({ login, request, paging }: SourceApi): Fact[] {
  const full = paging && paging.size > 0 ? `, по\u00a0${formatCount(paging.size)}` : ''
  return [
    ...(login ? ([['Вход в API', login.address]] satisfies Fact[]) : []),
    ['Запросы к API', `${request.method}, ${paging ? `${PAGINGS[paging.by]}${full}` : 'одним ответом'}`],
    ...(paging?.records ? ([['Записи', <code key="records">{paging.records}</code>]] satisfies Fact[]) : []),
  ]
}
