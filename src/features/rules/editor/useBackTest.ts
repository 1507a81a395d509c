import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { BackTestAnswer, RuleSettings } from '../../../../contract/rules/rule.ts'
import { useSettled } from '../../../lib/useSettled.ts'
import { backTestQuery, type TestedSettings } from '../rule-queries.ts'

/** Pause in ms after the last change of a setting, before its back-test is requested. */
const PAUSE = 300

export interface BackTest {
  /** latest result, which may be that of former settings; undefined before the first one */
  answer: BackTestAnswer | undefined
  /** whether the result is not that of the present settings yet */
  isStale: boolean
  error: Error | null
  retry(): void
}

/**
 * Returns the back-test of the edited settings, which is requested again with every change. The former result stays
 * until the next one arrives.
 * @param isReady whether the settings are complete enough for a back-test
 */
export function useBackTest(settings: RuleSettings, isReady: boolean): BackTest {
  const { tyres, event, kind, sites, cities } = settings
  // Private views are no tyres of rules of the team.
  const scope = tyres.of === 'view' ? settings.scope : 'own'
  // Compared as text, because each render has new objects.
  const text = JSON.stringify({ scope, tyres, event, kind, sites, cities })
  const current = useMemo(() => JSON.parse(text) as TestedSettings, [text])
  const settled = useSettled(current, PAUSE)
  const { data, error, isFetching, refetch } = useQuery({ ...backTestQuery(settled), enabled: isReady })
  const [last, setLast] = useState<BackTestAnswer>()
  if (data && data !== last) setLast(data)
  return {
    answer: data ?? last,
    isStale: isReady && (isFetching || settled !== current),
    error: isFetching ? null : error,
    retry: () => void refetch(),
  }
}
