import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isPublicAddress } from './public-address.ts'
import { type ResolveName, resolveName as resolve } from './resolve-name.ts'

/**
 * A resolver for connections to addresses that came from outside (SSRF): refuses a name if any of its addresses is not
 * public. The address that was checked is the one connected to, which rules out DNS rebinding. Node does not ask it for a
 * host that is an address already: see isInside.
 * @param refusal what connecting then fails with
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
 * Those of a kind that this machine has, if there are any: with others to try, node:net gives each a fraction of a second to answer,
 * in which a distant server cannot.
 */
function reachable(addresses: LookupAddress[]): LookupAddress[] {
  const own = Object.values(networkInterfaces()).flatMap((of = []) => of.filter(({ internal }) => !internal))
  const reached = addresses.filter(({ family }) => own.some((of) => of.family === `IPv${family}`))
  return reached.length > 0 ? reached : addresses
}

/** Whether a URL's host is itself an address, and not a public one. */
export function isInside({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host)
}
