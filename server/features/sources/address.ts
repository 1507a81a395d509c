import { type AllowedHosts, parseCallAddress } from '../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../platform/refusal.ts'
import { parseFileAddress } from '../../platform/remote/file-address.ts'

const refuse = (words: string) => new Refusal(400, words)

/**
 * Validates an address of the web that this server will call, as parseCallAddress does.
 * @throws Refusal
 */
export const parseSourceAddress = (text: string, allowedHosts: AllowedHosts): URL =>
  parseCallAddress(text, allowedHosts, refuse)

/**
 * Validates the address of a price list: one of the web, or of a file on an FTP or SFTP server (specification 13.15).
 * @throws Refusal
 */
export const parseListAddress = (text: string, allowedHosts: AllowedHosts): URL =>
  /^https?:/i.test(text)
    ? parseSourceAddress(text, allowedHosts)
    : parseFileAddress(text, allowedHosts, refuse)

/** Returns the host of a URL, with its port unless that is the default port; '' for an invalid URL. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

/** Returns a part of an address without percent-encoding; one that is encoded wrongly as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
