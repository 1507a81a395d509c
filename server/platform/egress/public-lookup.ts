import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isPublicAddress } from './public-address.ts'
import { type ResolveName, resolveName as resolve } from './resolve-name.ts'

/**
 * Creates a look-up function for connections to addresses from outside (SSRF). It refuses a name if any of its
 * addresses is not public. The checked address is the one connected to, which prevents DNS rebinding. Node does not
 * call it for a host that is an address already: see isInside.
 * @param refusal error of the refused connection
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
 * Keeps the addresses of a kind that this machine has, if there are any: with others to try, node:net gives each only
 * a fraction of a second, in which a distant server cannot answer.
 */
function reachable(addresses: LookupAddress[]): LookupAddress[] {
  const own = Object.values(networkInterfaces()).flatMap((of = []) => of.filter(({ internal }) => !internal))
  const reached = addresses.filter(({ family }) => own.some((of) => of.family === `IPv${family}`))
  return reached.length > 0 ? reached : addresses
}

/** Returns whether a URL's host is itself an address, and not a public one. */
export function isInside({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host)
}
