import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { LISTING_CALLS } from '../../../../../contract/matching/listing-calls.ts'
import type { ReportRow } from '../../../../../contract/reports/report-row.ts'
import { tyreKey } from '../../../../../contract/tyre/tyre-key.ts'
import { companionQuery } from '../../../../data/companion-query.ts'
import { call } from '../../../../data/send-call.ts'
import { groupBy } from '../../../market/group-by.ts'
import { NONE_UNSURE, type UnsureScores } from '../PriceMarks.tsx'

/** Time in ms for which the matches stay fresh. They change with imports and decisions. */
const FRESH_MS = 5 * 60_000

/** @param keys up to 100 tyres, at least one */
const unsureQuery = (keys: readonly string[]) =>
  queryOptions({
    queryKey: ['matching', 'unsure', keys],
    queryFn: async ({ signal }) => (await call(LISTING_CALLS.unsure, { keys }, signal)).unsure,
    staleTime: FRESH_MS,
  })

export interface UnsureMatchesProps {
  rows: readonly ReportRow[]
  onScores(scores: UnsureScores): void
}

/** Fetches which of a page's prices were matched without certainty. If that fails, prices have no marks. */
export function UnsureMatches({ rows, onScores }: UnsureMatchesProps) {
  const offered = useQuery(companionQuery).data?.offers.includes('listings') === true
  const keys = useMemo(() => [...new Set(rows.map(({ specs }) => tyreKey(specs)))], [rows])
  const { data } = useQuery({ ...unsureQuery(keys), enabled: offered && keys.length > 0 })
  useEffect(() => {
    if (!data || data.length === 0) return onScores(NONE_UNSURE)
    const byKey = groupBy(data, ({ key }) => key)
    const scores = rows.flatMap((row) => {
      const unsure = byKey.get(tyreKey(row.specs))
      return unsure ? [[row, new Map(unsure.map(({ site, score }) => [site, score]))] as const] : []
    })
    onScores(new Map(scores))
  }, [data, rows, onScores])
  return null
}
