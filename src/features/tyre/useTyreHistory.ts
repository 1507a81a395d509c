import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HistoryKind } from '../../../contract/tyre/history-answer.ts'
import { historyQuery } from './tyre-queries.ts'

interface TyreHistoryOptions {
  /** city selected on the card; null for all cities */
  city: string | null
  /** price type that is selected at first */
  preferred: HistoryKind
  /** whether the history may be requested */
  enabled: boolean
}

const ALL = ''

/**
 * Returns the history of a tyre with the selected price type and city. `error` is an OfflineMissError if the server does
 * not answer and the device has no saved history.
 */
export function useTyreHistory(tyre: string, { city, preferred, enabled }: TyreHistoryOptions) {
  const [kind, setKind] = useState<HistoryKind>(preferred)
  // The card's city applies until the person selects one in this section; a later change of the card's city applies
  // again.
  const [chosen, setChosen] = useState({ city, of: city })
  const selected = chosen.of === city ? chosen.city : city
  const { data, error, isFetching, refetch } = useQuery({
    ...historyQuery(tyre, kind, selected ?? ALL),
    enabled,
  })
  const known = data?.cities ?? []
  // The city may have been selected for another tyre and have no prices of this one.
  const isForeign = selected !== null && !known.includes(selected)
  return {
    kind,
    setKind,
    /** selected city; null for all cities */
    city: selected,
    setCity: (next: string | null) => setChosen({ city: next, of: city }),
    /** cities with prices of the tyre, and the selected one */
    cities: isForeign ? [selected, ...known] : known,
    /** whether the tyre has no prices in the selected city */
    isForeign,
    data,
    error,
    isFetching,
    retry: () => void refetch(),
  }
}
