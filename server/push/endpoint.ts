import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** As long as fits into a unique index of PostgreSQL; those of push services have some hundreds of characters. */
export const ENDPOINT_LENGTH = 2_048

/** Why an endpoint is refused; its message is for the person. */
export class EndpointRefusal extends Error {
  override name = 'EndpointRefusal'
}

/**
 * An endpoint is an address that a user gives and this server calls: only https to somewhere public, without credentials.
 * What its name resolves to is checked when it is connected to.
 * @param allowedHosts 'host:port' of exceptions
 * @throws EndpointRefusal
 */
export function readEndpoint(text: string, allowedHosts: ReadonlySet<string>): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:') throw new EndpointRefusal('Адрес подписки должен начинаться с https://')
  if (url.username || url.password)
    throw new EndpointRefusal('В адресе подписки не может быть имени и пароля')
  if (url.href.length > ENDPOINT_LENGTH) throw new EndpointRefusal('Адрес подписки слишком длинный')
  // A fragment is never sent.
  url.hash = ''
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host) && !isAllowed(url, allowedHosts)) {
    throw new EndpointRefusal('Адрес подписки ведёт во внутреннюю сеть')
  }
  return url
}

/** Whether the operator has named exactly this host and port. */
export function isAllowed(url: URL, allowedHosts: ReadonlySet<string>): boolean {
  return allowedHosts.has(`${url.hostname}:${url.port || '443'}`)
}
