import type { Offer } from '../../contract/companion.ts'
import type { ReportChoice } from './report-address.ts'

/** The choice as the server takes it: only a companion searches and compares (specification 16.4 and 14.6). */
export function offeredChoice(choice: ReportChoice, offers: readonly Offer[]): ReportChoice {
  return {
    ...choice,
    ...(!offers.includes('search') && { search: '' }),
    ...(!offers.includes('compare') && { compare: '', moved: '' as const }),
  }
}
