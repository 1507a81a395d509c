import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLeaveQuestion } from '../../cabinet/useLeaveQuestion.ts'
import type { WatchDraft } from './rule-draft.ts'

/**
 * Returns the editor's draft. A changed draft is stored in this user's query cache and survives while the user looks at
 * another page.
 * @param name id of the rule, or the query of a new one
 */
export function useRuleDraft(name: string, begin: () => WatchDraft) {
  const queries = useQueryClient()
  const key = ['rule-draft', name]
  const [draft, setDraft] = useState<WatchDraft>(() => queries.getQueryData<WatchDraft>(key) ?? begin())
  const { changed } = draft

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is this name's
  useEffect(() => {
    queries.setQueryDefaults(['rule-draft'], { gcTime: Number.POSITIVE_INFINITY })
    if (changed) queries.setQueryData(key, draft)
  }, [draft, changed, queries, name])

  useLeaveQuestion(changed)

  const change = useCallback(
    (part: Partial<WatchDraft>) => setDraft((before) => ({ ...before, ...part, changed: true })),
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is this name's
  const forget = useCallback(() => {
    setDraft((before) => ({ ...before, changed: false }))
    queries.removeQueries({ queryKey: key, exact: true })
  }, [queries, name])

  return { draft, change, forget }
}
