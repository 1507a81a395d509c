import type { Offer } from '../../../contract/companion.ts'
import type { ReportChoice } from './report-address.ts'

/** The choice as the server takes it: only a companion searches, compares, and takes several values (specification 16.4, 14.6 and 10.27). */
export function offeredChoice(choice: ReportChoice, offers: readonly Offer[]): ReportChoice {
  return {
    ...choice,
    ...(!offers.includes('search') && { search: '' }),
    ...(!offers.includes('values') && { sets: {} }),
    ...(!offers.includes('compare') && { compare: '', moved: '' as const }),
  }
}
