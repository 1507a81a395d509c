import { OperatorError } from '../operator-error.ts'
import { isInside } from './public-lookup.ts'

/** Hosts as 'host:port' that the operator allows even if they are in the internal network. */
export type AllowedHosts = ReadonlySet<string>

/**
 * Parses a list of allowed hosts.
 * @param variable name of the environment variable, for the error message
 * @throws OperatorError
 */
export function readAllowedHosts(variable: string, text: string): AllowedHosts {
  const hosts = text
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean)
  for (const host of hosts) {
    if (/^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i.test(host)) continue
    throw new OperatorError(`${variable}: нужен список вида localhost:8443,10.0.0.5:443, указано «${host}»`)
  }
  return new Set(hosts.map((host) => host.toLowerCase()))
}

/** Default ports by protocol; an address states another one. */
const PORTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ftp:': '21',
  'ftpes:': '21',
  'ftps:': '990',
  'sftp:': '22',
}

export const portOf = ({ protocol, port }: URL): string => port || (PORTS[protocol] ?? '443')

/** Allowance for addresses that nobody has typed, such as redirects and links. */
export const NOT_INSIDE: AllowedHosts = new Set()

/**
 * Returns the allowed hosts among those of typed addresses: what another server names leads inside only if a person has
 * named that host, too (specification 13.5).
 */
export const allowedFor = (typed: readonly string[], allowedHosts: AllowedHosts): AllowedHosts =>
  new Set(
    typed.flatMap((address) => {
      const url = URL.canParse(address) ? new URL(address) : undefined
      return url && isAllowed(url, allowedHosts) ? `${url.hostname}:${portOf(url)}` : []
    }),
  )

/** Returns whether the operator has allowed exactly this host and port. */
export const isAllowed = (url: URL, allowedHosts: AllowedHosts): boolean =>
  allowedHosts.has(`${url.hostname}:${portOf(url)}`)

/** Maximum length of an address that this server calls. */
export const MAX_CALL_ADDRESS_LENGTH = 2_048

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
  if (url.href.length > MAX_CALL_ADDRESS_LENGTH) throw refuse('Адрес слишком длинный')
  // Fragments are not part of a request.
  url.hash = ''
  const allowed = isAllowed(url, allowedHosts)
  // Arbitrary ports would turn this server into a port scanner.
  if (url.port !== '' && !['80', '443'].includes(url.port) && !allowed)
    throw refuse('Адрес должен быть на порту 80 или 443: другой может разрешить только настройка сервера')
  if (isInside(url) && !allowed) throw refuse(INSIDE)
  return url
}
