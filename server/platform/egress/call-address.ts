import { type AllowedHosts, isAllowed } from './allowed-hosts.ts'
import { isInside } from './public-lookup.ts'

/** Maximum length of an address that this server calls. */
export const LONGEST_CALL_ADDRESS = 2_048

/** Message of an address that leads into the internal network. */
export const INSIDE = 'Адрес ведёт во внутреннюю сеть: его может разрешить только настройка сервера'

/**
 * Validates an address that this server will call (protection against SSRF). The IP addresses of its host name are
 * checked later, when connecting.
 * @param refuse creates the error to throw from its message
 */
export function parseCallAddress(
  text: string,
  allowedHosts: AllowedHosts,
  refuse: (words: string) => Error,
): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw refuse('Адрес должен начинаться с https:// или http://')
  if (url.href.length > LONGEST_CALL_ADDRESS) throw refuse('Адрес слишком длинный')
  // Fragments are not part of a request.
  url.hash = ''
  const allowed = isAllowed(url, allowedHosts)
  // Arbitrary ports would turn this server into a port scanner.
  if (url.port !== '' && !['80', '443'].includes(url.port) && !allowed)
    throw refuse('Адрес должен быть на порту 80 или 443: другой может разрешить только настройка сервера')
  if (isInside(url) && !allowed) throw refuse(INSIDE)
  return url
}
