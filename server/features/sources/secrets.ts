import type { SecretBox } from '../auth/secret-box.ts'
import { SourceRefusal } from './refusal.ts'
import { NO_SECRETS, type SourceSecrets } from './source.ts'

/** Purpose of the sources' secret box. It separates their key from others derived from the same AUTH_SECRET. */
export const SECRETS_PURPOSE = 'source secrets'

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
/** Allowed header values: printable ASCII and Latin-1 (RFC 9110 §5.5). */
const VALUE = /^[\x20-\x7e\x80-\xff]{1,4000}$/
/** Headers that control the connection or the format of the response; this server sets them itself. */
const OWN = new Set(
  'accept-encoding connection content-length expect host if-modified-since if-none-match keep-alive proxy-authorization range te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)
const MOST_HEADERS = 20

/**
 * Checks secrets.
 * @throws SourceRefusal
 */
export function checkSecrets({ headers, basic }: SourceSecrets): SourceSecrets {
  if (headers.length > MOST_HEADERS) throw new SourceRefusal(`Заголовков больше ${MOST_HEADERS}`)
  for (const { name, value } of headers) {
    if (!NAME.test(name)) throw new SourceRefusal('В имени заголовка недопустимые знаки')
    if (OWN.has(name.toLowerCase())) throw new SourceRefusal(`Заголовок ${name} сервер ставит сам`)
    if (!VALUE.test(value))
      throw new SourceRefusal(`Значение заголовка ${name} пусто или с недопустимыми знаками`)
  }
  const names = headers.map(({ name }) => name.toLowerCase())
  if (new Set(names).size < names.length) throw new SourceRefusal('Заголовок указан дважды')
  if (basic && names.includes('authorization')) {
    throw new SourceRefusal('Имя с паролем и заголовок Authorization нельзя указать вместе')
  }
  if (
    basic &&
    (basic.username === '' || /[:\p{Cc}]/u.test(basic.username) || /\p{Cc}/u.test(basic.password))
  ) {
    throw new SourceRefusal('Имя пользователя пусто или с недопустимыми знаками')
  }
  return { headers, basic }
}

/** Returns the names of the secrets. Unlike the values, they may be displayed. */
export function secretNamesOf({ headers, basic }: SourceSecrets): string[] {
  return [...headers.map(({ name }) => name), ...(basic ? ['Basic'] : [])]
}

/** Encrypts secrets; returns '' if there are none. */
export function sealSecrets(box: SecretBox, secrets: SourceSecrets): string {
  return secretNamesOf(secrets).length === 0 ? '' : box.seal(JSON.stringify(secrets))
}

/**
 * Decrypts secrets.
 * @throws SourceRefusal if they were encrypted with another AUTH_SECRET
 */
export function openSecrets(box: SecretBox, sealed: string): SourceSecrets {
  if (sealed === '') return NO_SECRETS
  const text = box.open(sealed)
  if (text === undefined) {
    throw new SourceRefusal(
      'Ключи источника больше не читаются (AUTH_SECRET изменился): укажите их заново',
      409,
    )
  }
  return JSON.parse(text) as SourceSecrets
}

/** Returns the secrets as headers of a request. */
export function headersOf({ headers, basic }: SourceSecrets): Record<string, string> {
  const sent = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  if (basic) {
    sent.authorization = `Basic ${Buffer.from(`${basic.username}:${basic.password}`).toString('base64')}`
  }
  return sent
}
