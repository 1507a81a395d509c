import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLeaveQuestion } from '../../cabinet/useLeaveQuestion.ts'
import type { WizardDraft } from './draft.ts'

/**
 * Returns the wizard's draft. A changed draft is stored in this user's query cache and survives while the user looks at
 * another page.
 * @param name id of the source, or 'new', with the site if the address has one
 */
export function useDraft(name: string, begin: () => WizardDraft) {
  const queries = useQueryClient()
  const key = ['source-draft', name]
  const [draft, setDraft] = useState<WizardDraft>(() => queries.getQueryData<WizardDraft>(key) ?? begin())
  const { changed } = draft

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is this name's
  useEffect(() => {
    queries.setQueryDefaults(['source-draft'], { gcTime: Number.POSITIVE_INFINITY })
    if (changed) queries.setQueryData(key, draft)
  }, [draft, changed, queries, name])

  useLeaveQuestion(changed)

  const change = useCallback(
    (part: Partial<WizardDraft>) => setDraft((before) => ({ ...before, changed: true, ...part })),
    [],
  )
  const adjust = useCallback(
    (part: Partial<WizardDraft>) => setDraft((before) => ({ ...before, ...part })),
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is this name's
  const forget = useCallback(() => {
    setDraft((before) => ({ ...before, changed: false }))
    queries.removeQueries({ queryKey: key, exact: true })
  }, [queries, name])

  return { draft, change, adjust, forget }
}
