import type { CompanionFeature } from '../../../contract/companion.ts'
import type { ReportChoice } from './report-address.ts'

/** Returns whether the choice has parts that only some servers support. */
export const needsOffers = ({ search, compare, sets }: ReportChoice): boolean =>
  search + compare !== '' || Object.keys(sets).length > 0

/**
 * Returns the choice without the parts that the server does not support. Only a companion searches, compares days, and
 * accepts several values (specification 16.4, 14.6 and 10.27).
 */
export function offeredChoice(choice: ReportChoice, offers: readonly CompanionFeature[]): ReportChoice {
  return {
    ...choice,
    ...(!offers.includes('search') && { search: '' }),
    ...(!offers.includes('values') && { sets: {} }),
    ...(!offers.includes('compare') && { compare: '', moved: '' as const }),
  }
}
