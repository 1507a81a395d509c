import { type AllowedHosts, isAllowed } from '../../platform/egress/allowed-hosts.ts'
import { isInside } from '../../platform/egress/public-lookup.ts'
import { SourceRefusal } from './refusal.ts'

const LONGEST = 2_048

export const INSIDE = 'Адрес ведёт во внутреннюю сеть: его может разрешить только настройка сервера'

/**
 * Validates an address that this server will call (protection against SSRF). The IP addresses of its host name are
 * checked later, when connecting.
 * @throws SourceRefusal
 */
export function parseSourceAddress(text: string, allowedHosts: AllowedHosts): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new SourceRefusal('Адрес должен начинаться с https:// или http://')
  }
  if (url.href.length > LONGEST) throw new SourceRefusal('Адрес слишком длинный')
  // Fragments are not part of a request.
  url.hash = ''
  const allowed = isAllowed(url, allowedHosts)
  // Arbitrary ports would turn this server into a port scanner.
  if (url.port !== '' && !['80', '443'].includes(url.port) && !allowed) {
    throw new SourceRefusal(
      'Адрес должен быть на порту 80 или 443: другой может разрешить только настройка сервера',
    )
  }
  if (isInside(url) && !allowed) throw new SourceRefusal(INSIDE)
  return url
}

/** Returns the host of a URL, with its port unless that is the default port; '' for an invalid URL. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')
