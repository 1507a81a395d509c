import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LISTING_CALLS } from '../../../../contract/matching/listing-calls.ts'
import type { ListingAnswer, TyreListing } from '../../../../contract/matching/matching.ts'
import { MATCHING_CALLS } from '../../../../contract/matching/matching-calls.ts'
import { isUnreachable } from '../../../data/companion-calls.ts'
import { call } from '../../../data/send-call.ts'

/** Time in ms for which the listings stay fresh. They change with imports and decisions. */
const FRESH_MS = 5 * 60_000
/** Number of letters from which the server searches. */
export const SHORTEST_SEARCH = 2
/** Number of listings that a search finds at most. */
export const MAX_FOUND = 30

/** Query for the listings of a tyre (tyreKey). Enable it only if the server offers 'listings'. */
export const listingsQuery = (key: string) =>
  queryOptions({
    queryKey: ['tyre', key, 'listings'],
    queryFn: ({ signal }) => call(LISTING_CALLS.ofTyre, { key }, signal),
    staleTime: FRESH_MS,
  })

/** Query for listings by words of their names, codes and articles. Enable it only for analysts. */
export const listingSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['matching', 'search', text],
    queryFn: async ({ signal }) => (await call(LISTING_CALLS.search, { search: text }, signal)).listings,
    enabled: text.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
  })

/** Beginnings of the keys of queries whose answers a decision changes: all past days of a listing move with it. */
const AFFECTED: readonly unknown[] = ['tyre', 'matching', 'report', 'sparklines', 'today', 'pages']

/** Invalidates the answers that a decision changes. Resolves when the tyre's listings have been fetched again. */
async function invalidateAffected(queries: QueryClient, tyre: string): Promise<void> {
  const [own] = listingsQuery(tyre).queryKey.slice(-1)
  const isOwn = (key: readonly unknown[]) => key[0] === 'tyre' && key[1] === tyre && key[2] === own
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => AFFECTED.includes(queryKey[0]) && !isOwn(queryKey),
  })
  await queries.invalidateQueries({ queryKey: listingsQuery(tyre).queryKey })
}

/** Question before an action that other people notice. */
export interface ListingQuestion {
  title: string
  explanation: string
  /** text of the button that acts */
  answer: string
  act(): void
}

type Words = Omit<ListingQuestion, 'act'>

/** Question before our own listing is detached from its tyre. */
export const detachQuestion = ({ site, name }: TyreListing): Words => ({
  title: 'Убрать нашу цену с этой карточки?',
  explanation: `«${name}» на ${site} станет отдельной шиной, а здесь не будет ни нашей цены, ни её истории. Пока карточка открыта, это можно отменить.`,
  answer: 'Это другая шина',
})

/** Question before a match is reported to the analysts. */
export const reportQuestion = ({ site, name }: TyreListing): Words => ({
  title: 'Сообщить, что это другая шина?',
  explanation: `Аналитик проверит предложение «${name}» на ${site}. До его решения цены сайта останутся на карточке.`,
  answer: 'Сообщить',
})

/** Decision of this visit to the section. */
interface MadeDecision {
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
