import { once } from 'node:events'
import type { Secrets } from '../../../../contract/sources/source.ts'
import {
  type AllowedHosts,
  INSIDE,
  isAllowed,
  parseCallAddress,
} from '../../../platform/egress/allowed-hosts.ts'
import {
  agentFor,
  checkCallSecrets,
  checkedLookup,
  headersOf,
  openExchange,
  retryAfterMs,
} from '../../../platform/egress/http-exchange.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { FetchFailure, isFingerprint } from '../../../platform/remote/fetch-failure.ts'
import { isFileAddress, isSameOrigin, parseFileAddress } from '../../../platform/remote/file-address.ts'
import {
  contentOf,
  type DeliveryFile,
  type DeliveryModule,
  type DeliveryTarget,
  NO_SECRETS,
  type SendDeps,
} from './delivery-kind.ts'
import { uploadPublication } from './upload-publication.ts'

/** Sends files to an address of the web, or to an FTP or SFTP server. */
export const ADDRESS_DELIVERY: DeliveryModule<'address'> = {
  /** Stored secrets and the stored key remain with the server they were given for. */
  check({ address, method, secrets, host_key: hostKey }, { before, allowedHosts, isAdmin }) {
    const url = checkAddress(address.trim(), isAdmin ? allowedHosts : new Set())
    const isSame = before !== undefined && isSameOrigin(before.address, url.href)
    const given = secrets && checkCallSecrets(secrets, refuse)
    if (!given && before && before.secret_names.length > 0 && !isSame)
      throw refuse('Адрес ведёт на другой сервер: укажите ключ заново или уберите его')
    const names = given ? namesOf(given) : (before?.secret_names ?? [])
    if (isFileAddress(url)) checkFileAccess(url, names)
    const key = checkHostKey(url, hostKey ?? (isSame ? before.host_key : ''))
    // Administrators alone may name hosts of the own network; names are looked up when the file is sent.
    if (!isAdmin && isAllowed(url, allowedHosts)) throw refuse(INSIDE)
    return {
      settings: { kind: 'address', address: url.href, method, host_key: key, secret_names: names },
      // Without stored secrets there is nothing to keep.
      secrets: given ?? (names.length === 0 ? NO_SECRETS : undefined),
    }
  },
  words({ address, host_key: key }) {
    return `отправляется на ${new URL(address).host}${key === '' ? '' : `, ключ сервера ${key}`}`
  },
  async send(target, _publication, file, deps, signal) {
    if (!isFileAddress(new URL(target.address))) return sendFile(target, file, deps, signal)
    const hostKey = await uploadPublication(target, file, deps, signal)
    return hostKey === target.host_key ? undefined : { host_key: hostKey }
  },
}

const refuse = (words: string) => new Refusal(400, words)

function checkAddress(text: string, allowedHosts: AllowedHosts): URL {
  if (/\p{Cc}/u.test(text)) throw refuse('В адресе недопустимые знаки')
  const url = /^https?:/i.test(text)
    ? parseCallAddress(text, allowedHosts, refuse)
    : parseFileAddress(text, allowedHosts, refuse)
  const isFile = isFileAddress(url)
  if (url.username !== '' || url.password !== '')
    throw refuse(
      `Имя и пароль в адресе видны всем: укажите их ${isFile ? 'отдельно' : 'секретным заголовком'}`,
    )
  if (isFile && url.pathname.includes('*'))
    throw refuse('Вместо * укажите имя файла, или закончите адрес папкой и знаком /')
  if (isFile && /%2f/i.test(url.pathname)) throw refuse('В пути к файлу недопустимые знаки')
  return url
}

function checkFileAccess({ protocol }: URL, names: readonly string[]): void {
  if (names.some((name) => name !== BASIC)) throw refuse('Для FTP и SFTP нужны имя и пароль, а не заголовок')
  if (protocol === 'sftp:' && names.length === 0) throw refuse('Для SFTP нужны имя и пароль: укажите их')
}

function checkHostKey({ protocol }: URL, hostKey: string): string {
  if (protocol !== 'sftp:') return ''
  const key = hostKey.trim()
  if (key !== '' && !isFingerprint(key)) throw refuse('Ключ сервера пишется как SHA256:…')
  return key
}

const BASIC = 'Basic'
const namesOf = ({ headers, basic }: Secrets): string[] => [
  ...headers.map(({ name }) => name),
  ...(basic ? [BASIC] : []),
]

/** Maximum size of a file in MiB, which is sent with its length: many servers demand that. */
const MAX_MEGABYTES = 32
/** Statuses that a retry can change, besides 5xx. */
const TEMPORARY = new Set([408, 429])

/** Sends a file. Redirects are not followed: they would lead a request with secrets elsewhere. */
async function sendFile(
  { address, method, secrets }: DeliveryTarget<'address'>,
  { type, name, key, body }: DeliveryFile,
  { allowedHosts, userAgent }: SendDeps,
  signal: AbortSignal,
): Promise<undefined> {
  const refuse = (words: string) => new FetchFailure(words, false)
  const url = parseCallAddress(address, allowedHosts, refuse)
  const content = await contentOf(body, MAX_MEGABYTES, 'пусть магазин забирает его сам')
  const { sent, answered, closed } = openExchange(url, {
    method,
    agent: agentFor(url, checkedLookup(url, { allowedHosts, refuse })),
    headers: {
      'user-agent': userAgent,
      ...headersOf(secrets),
      'content-type': type,
      'content-length': content.length,
      'content-disposition': `attachment; filename="${name}"`,
      'idempotency-key': key,
    },
    body: content,
    signal,
    unruly: () => new Error('closed'),
  })
  const written = once(sent, 'finish', { signal })
  written.catch(() => undefined)
  try {
    const { statusCode: status = 0, headers: answer } = await answered
    if (status < 200 || status > 299)
      throw new FetchFailure(
        `Сервер ${url.host} не принял файл (ответ ${status})`,
        status >= 500 || TEMPORARY.has(status),
        { status, retryAfterMs: retryAfterMs(answer['retry-after'], Date.now()) },
      )
    // A shop that accepts before it has read everything has the rest only if the connection lasts.
    await Promise.race([written, closed.then(() => Promise.reject(new Error('closed')))])
  } catch (error) {
    throw error instanceof FetchFailure ? error : new FetchFailure(`Сервер ${url.host} не ответил`, true)
  } finally {
    sent.destroy()
  }
}
