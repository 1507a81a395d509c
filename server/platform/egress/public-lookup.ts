import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isPublicAddress } from './public-address.ts'
import { type ResolveName, resolveName as resolve } from './resolve-name.ts'

/**
 * Creates a DNS look-up function for connections to hosts that users or suppliers name (protection against SSRF). It
 * refuses a host if any of its addresses is not public. The connection goes to the checked address, which prevents DNS
 * rebinding. Node.js does not call the function for a host that is an IP address: see isInside.
 * @param refusal creates the error of a refused connection
 */
export function publicLookup(refusal: () => Error, resolveName: ResolveName = resolve): LookupFunction {
  const publicAddresses = async (name: string) => {
    const addresses = await resolveName(name)
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) throw refusal()
    return reachable(addresses)
  }
  return (hostname, { all }, callback) => {
    publicAddresses(hostname).then(
      (addresses) => {
        if (all) return callback(null, addresses)
        const [first] = addresses as [LookupAddress]
        callback(null, first.address, first.family)
      },
      (error) => callback(error, ''),
    )
  }
}

/**
 * Returns the addresses of the families (IPv4, IPv6) that this machine has, or all if none matches. With unreachable
 * addresses in the list, node:net gives each only a fraction of a second, too short for a distant server.
 */
function reachable(addresses: LookupAddress[]): LookupAddress[] {
  const own = Object.values(networkInterfaces()).flatMap((of = []) => of.filter(({ internal }) => !internal))
  const reached = addresses.filter(({ family }) => own.some((of) => of.family === `IPv${family}`))
  return reached.length > 0 ? reached : addresses
}

/** Returns whether a URL's host is an IP address that is not public. */
export function isInside({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host)
}
