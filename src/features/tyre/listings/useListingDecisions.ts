import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LISTING_CALLS } from '../../../../contract/matching/listing-calls.ts'
import type { ListingAnswer } from '../../../../contract/matching/matching.ts'
import { MATCHING_CALLS } from '../../../../contract/matching/matching-calls.ts'
import { isUnreachable } from '../../../data/companion-calls.ts'
import { call } from '../../../data/send-call.ts'
import { invalidateAffected } from './listing-queries.ts'

/** Decision of this visit to the section. */
export interface MadeDecision {
  id: number
  words: string
}

/**
 * Returns functions that decide about listings of a tyre, and the decisions that can be undone. Each function resolves
 * when the listings have been fetched again, and throws errors of call.
 * @param tyre key of the tyre
 */
export function useListingDecisions(tyre: string) {
  const queries = useQueryClient()
  const [made, setMade] = useState<readonly MadeDecision[]>([])
  const [reported, setReported] = useState<ReadonlySet<number>>(new Set())

  async function decide(send: () => Promise<unknown>): Promise<void> {
    try {
      await send()
    } catch (error) {
      // A refusal means that somebody else has decided meanwhile.
      if (!isUnreachable(error)) await invalidateAffected(queries, tyre)
      throw error
    }
    await invalidateAffected(queries, tyre)
  }
  const remember = ({ id }: { id: number }, words: string) => setMade((before) => [...before, { id, words }])

  return {
    made,
    /** ids of the listings that were reported */
    reported,
    detach: ({ id, site }: ListingAnswer) =>
      decide(async () => remember(await call(LISTING_CALLS.detach, { id }), `${site}: теперь другая шина`)),
    exclude: ({ id }: ListingAnswer, reason: string) =>
      decide(() => call(LISTING_CALLS.exclude, { id, reason })),
    /** @param shared whether the tyre may have several listings of the site */
    attach: ({ id, site }: ListingAnswer, tyreId: number, shared: boolean) =>
      decide(async () => {
        const body = { listing: id, tyre: tyreId, decision: 'same' as const, ...(shared && { shared }) }
        remember(await call(MATCHING_CALLS.decide, body), `${site}: добавлено`)
      }),
    undo: ({ id }: MadeDecision) =>
      decide(async () => {
        await call(MATCHING_CALLS.undo, { id })
        setMade((before) => before.filter((one) => one.id !== id))
      }),
    async report({ id }: ListingAnswer) {
      await call(LISTING_CALLS.report, { id })
      setReported((before) => new Set(before).add(id))
    },
  }
}
