import type { Secrets } from '../../../contract/sources/source.ts'

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
 * Checks secrets of a request.
 * @param refuse creates the error to throw from its message
 */
export function checkCallSecrets({ headers, basic }: Secrets, refuse: (words: string) => Error): Secrets {
  if (headers.length > MOST_HEADERS) throw refuse(`Заголовков больше ${MOST_HEADERS}`)
  for (const { name, value } of headers) {
    if (!NAME.test(name)) throw refuse('В имени заголовка недопустимые знаки')
    if (OWN.has(name.toLowerCase())) throw refuse(`Заголовок ${name} сервер ставит сам`)
    if (!isHeaderValue(value)) throw refuse(`Значение заголовка ${name} пусто или с недопустимыми знаками`)
  }
  const names = headers.map(({ name }) => name.toLowerCase())
  if (new Set(names).size < names.length) throw refuse('Заголовок указан дважды')
  if (basic && names.includes('authorization')) {
    throw refuse('Имя с паролем и заголовок Authorization нельзя указать вместе')
  }
  if (
    basic &&
    (basic.username === '' || /[:\p{Cc}]/u.test(basic.username) || /\p{Cc}/u.test(basic.password))
  ) {
    throw refuse('Имя пользователя пусто или с недопустимыми знаками')
  }
  return { headers, basic }
}

/** Returns whether a header can have a value. */
export const isHeaderValue = (value: string): boolean => VALUE.test(value)

export function headersOf({ headers, basic }: Secrets): Record<string, string> {
  const sent = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  if (basic) {
    sent.authorization = `Basic ${Buffer.from(`${basic.username}:${basic.password}`).toString('base64')}`
  }
  return sent
}
