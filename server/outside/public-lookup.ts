import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export type ResolveName = typeof lookup

/**
 * A resolver for connections to addresses that came from outside (SSRF): refuses a name if any of its addresses is not
 * public. The address that was checked is the one connected to, which rules out DNS rebinding. Node does not ask it for a
 * host that is an address already: see isInside.
 * @param refusal what connecting then fails with
 */
export function publicLookup(refusal: () => Error, resolveName: ResolveName = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '')
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(refusal(), '')
      }
      if (options.all) return callback(null, addresses)
      const [first] = addresses as [LookupAddress]
      callback(null, first.address, first.family)
    })
  }
}

/** Whether a URL's host is itself an address, and not a public one. */
export function isInside({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host)
}
