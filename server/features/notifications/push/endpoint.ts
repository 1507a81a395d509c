import { type AllowedHosts, isAllowed } from '../../../platform/egress/allowed-hosts.ts'
import { isInside } from '../../../platform/egress/public-lookup.ts'
import { Refusal } from '../../../platform/refusal.ts'

/**
 * Maximum length of an endpoint in characters. It fits into a unique index of PostgreSQL; real endpoints have a few
 * hundred characters.
 */
export const ENDPOINT_LENGTH = 2_048

/**
 * Validates an endpoint. Users supply it and this server calls it (SSRF), so it must be an https URL without
 * credentials, to a public host on port 443. The IP addresses of the host are checked when connecting (post.ts).
 * @param allowedHosts exceptions as 'host:port'
 * @throws Refusal
 */
export function readEndpoint(text: string, allowedHosts: AllowedHosts): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:') throw new Refusal(400, 'Адрес подписки должен начинаться с https://')
  if (url.username || url.password) throw new Refusal(400, 'В адресе подписки не может быть имени и пароля')
  if (url.href.length > ENDPOINT_LENGTH) throw new Refusal(400, 'Адрес подписки слишком длинный')
  // Fragments are not part of a request.
  url.hash = ''
  // Other ports would turn this server into a port scanner.
  if (url.port !== '' && !isAllowed(url, allowedHosts)) {
    throw new Refusal(400, 'Адрес подписки должен быть на порту 443')
  }
  if (isInside(url) && !isAllowed(url, allowedHosts)) {
    throw new Refusal(400, 'Адрес подписки ведёт во внутреннюю сеть')
  }
  return url
}
