import type { SourceInput } from '../../../../contract/sources/source.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isFingerprint } from '../../../platform/remote/fetch-failure.ts'
import { isFileAddress } from '../../../platform/remote/file-address.ts'
import { decoded, parseListAddress } from '../address.ts'
import { checkApi } from '../api/check-api.ts'
import { fetchListFile } from '../remote/fetch-list-file.ts'
import { openSecrets } from '../secrets.ts'
import { withSheet } from '../shared-link.ts'
import { sourceStatusOf } from '../site-days.ts'
import type { SourceSecrets } from '../source.ts'
import { pinHostKey } from '../store.ts'
import { downloadedText } from '../texts.ts'
import { checkMapping, type Kind } from './kind.ts'

/** Price list at an address: of the web, of an API, or of an FTP or SFTP server (specification 13.5, 13.15, 13.18). */
export const ADDRESS_KIND: Kind = {
  check(input, _site, allowedHosts) {
    const mapping = checkMapping(input.mapping)
    const checked = checkAddress(input, allowedHosts)
    const { address } = checked
    const hostKey = checkHostKey(input.host_key, address)
    return { ...checked, hostKey, mapping, api: checkApi(input.api, address, allowedHosts) }
  },

  async fetch({ db, box, files, fetchLimits, resolveName }, record, source, name, signal) {
    const { address, api, hostKey } = source
    const { day, host } = record.run
    const known = (await sourceStatusOf(db, source, day))?.lastFetch
    await record.step('Скачивание', `Скачивание с ${host}`)
    const answer = await fetchListFile(
      {
        ...{ address, api, hostKey, signal },
        secrets: openSecrets(box, source.secrets),
        known: known && (known.etag || known.modified) ? known : undefined,
        path: files.path(name),
      },
      fetchLimits,
      resolveName,
    )
    if (answer.hostKey && hostKey === '') {
      await pinHostKey(db, source, answer.hostKey)
      record.say(`Запомнен ключ сервера ${answer.hostKey}`)
    }
    if (answer.kind === 'not modified') return { file: null }
    const { bytes, sha256, etag, modified, fileName } = answer
    const paged = 'paged' in answer ? answer.paged : undefined
    const named = paged
      ? `: страниц ${paged.pages}, записей ${paged.records}`
      : fileName && `: ${visible(fileName)}`
    await record.step('Ожидание очереди', `${downloadedText(bytes)}${named}`)
    return { file: { name, called: listFileName(fileName, address), bytes, sha256, etag, modified } }
  },
}

/** Returns the file name that the server sent, or else the last segment of the address. */
export const listFileName = (fileName: string, address: string): string =>
  fileName || new URL(address).pathname.split('/').at(-1) || ''

/** Returns a name that a server has chosen, without characters that could affect a terminal. */
const visible = (name: string): string => name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ').slice(0, 200)

/**
 * Checks a source's address. A user name and password in the URL are moved to the secrets, because addresses are
 * displayed.
 * @throws Refusal
 */
export function checkAddress(
  { address, secrets }: Pick<SourceInput, 'address' | 'secrets'>,
  allowedHosts: AllowedHosts,
): { address: string; secrets: SourceSecrets | null | undefined } {
  const url = parseListAddress(withSheet(address.trim()), allowedHosts)
  if (isFileAddress(url) && secrets?.headers.length) {
    throw new Refusal(400, 'Заголовки нужны только адресам http:// и https://: здесь укажите имя и пароль')
  }
  if (url.username === '' && url.password === '') return { address: url.href, secrets }
  const basic = { username: decoded(url.username), password: decoded(url.password) }
  url.username = ''
  url.password = ''
  return {
    address: url.href,
    secrets: { headers: secrets?.headers ?? [], basic: secrets?.basic ?? basic },
  }
}

/**
 * Checks the key of a server that a source trusts; servers of other protocols have none.
 * @returns undefined if the request does not change it
 * @throws Refusal
 */
export function checkHostKey(hostKey: string | undefined, address: string): string | undefined {
  if (new URL(address).protocol !== 'sftp:') return ''
  if (hostKey && !isFingerprint(hostKey)) throw new Refusal(400, 'Ключ сервера пишется как SHA256:…')
  return hostKey
}
