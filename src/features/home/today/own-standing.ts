import type { OwnStanding, Today } from '../../../../contract/dashboard/today.ts'

/** City of the standing of all cities together. */
const ALL = ''

export const cityName = (city: string): string => (city === ALL ? 'Все города' : city)

/** Returns the city to store as the one that the user compares; null for all cities. */
export const storedCity = (city: string): string | null => (city === ALL ? null : city)

/**
 * Returns the standing of the own prices in the city that the user compares, otherwise in the city with the most
 * compared tyres. Prefers retail prices if the city has both kinds.
 * @param city null for all cities
 */
export function standingIn(own: Today['own'], city: string | null): Today['own'][number] | undefined {
  const place = own.find((one) => one.city === (city ?? ALL))?.city ?? own[0]?.city
  const ofKind = (kind: OwnStanding['kind']) => own.find((one) => one.city === place && one.kind === kind)
  return ofKind('retail') ?? ofKind('wholesale')
}
