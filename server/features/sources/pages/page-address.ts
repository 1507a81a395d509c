import { domainToUnicode } from 'node:url'
import { hostName, isHostName } from '../../../../contract/lib/host-name.ts'
import { LONGEST_ADDRESS } from '../../../../contract/pages/tracked-page.ts'
import { type AllowedHosts, isAllowed } from '../../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { parseSourceAddress } from '../address.ts'

/** Address of a shop's page without what does not belong to it. */
export interface PageAddress {
  address: string
  /** host name of the shop, without www */
  site: string
}

/** Parameters that mark advertising or a visit, and not the page. */
const MARKS =
  /^(?:utm_.*|yclid|gclid|fbclid|ymclid|_openstat|from|roistat.*|phpsessid|jsessionid|sid|session_?id)$/i
/** Session id in a path: '/tyre;jsessionid=…'. */
const PATH_SESSION = /;jsessionid=[^/;]*/gi

/**
 * Checks and normalises the address of a shop's page: no fragment, no marks of advertising, no session.
 * @throws Refusal
 */
export function parsePageAddress(text: string, allowedHosts: AllowedHosts): PageAddress {
  const typed = text.trim()
  const url = parseSourceAddress(typed.includes('://') ? typed : `https://${typed}`, allowedHosts)
  if (url.username !== '' || url.password !== '')
    throw new Refusal(400, 'В адресе страницы не должно быть пароля')
  for (const name of [...url.searchParams.keys()]) if (MARKS.test(name)) url.searchParams.delete(name)
  url.pathname = url.pathname.replace(PATH_SESSION, '')
  if (url.href.length > LONGEST_ADDRESS) throw new Refusal(400, `Адрес длиннее ${LONGEST_ADDRESS} знаков`)
  const site = hostName(domainToUnicode(url.hostname))
  if (!isHostName(site) && !isAllowed(url, allowedHosts)) throw new Refusal(400, `${site} — не имя сайта`)
  return { address: url.href, site }
}

/** Returns an address without marks of advertising and sessions; nothing for one that is none. */
export function plainAddress(address: string): string[] {
  try {
    // Whether the host may be called is checked with each request.
    return [parsePageAddress(address, new Set([new URL(address).host])).address]
  } catch {
    return []
  }
}

/** Returns the host name of an address, without www and as a request names it; '' for no address. */
export const siteOf = (address: string): string =>
  URL.canParse(address) ? hostName(new URL(address).hostname) : ''

/** Returns whether an address is of one of the sites, as siteOf returns them, or of a subdomain. */
export function isOfSite(address: string, sites: Iterable<string>): boolean {
  const host = siteOf(address)
  return [...sites].some((site) => host === site || host.endsWith(`.${site}`))
}

/** Signs that a normalised code would lose, and what stands for them. */
const SIGNS: Readonly<Record<string, string>> = { '/': '›', '-': '–', '.': '·' }

/**
 * Returns the code by which the listing of a page is known within its site: path and query, with signs that a code
 * keeps; a code does not tell capital letters from small ones.
 */
export function pageCode(address: string): string {
  const { pathname, search } = new URL(address)
  return `${pathname}${search}`
    .replace(/%[0-9A-F]{2}|[A-Z]/g, (part) => (part.length > 1 ? part : `↑${part}`))
    .replace(/[/.-]/g, (sign) => SIGNS[sign] as string)
}
