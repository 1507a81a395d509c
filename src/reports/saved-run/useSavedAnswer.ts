import { useEffect, useState } from 'react'
import type { ListRequest } from '../../api/report-queries.ts'
import { useControlled } from '../../pwa/useControlled.ts'
import { type SavedCopy, useSavedCopy } from '../../pwa/useSavedCopy.ts'
import { pageKey } from '../../report-choice/run-pages.ts'

/** The saved copy of a page, or else the whole saved report that it can be made of. */
export function useSavedAnswer(request: ListRequest, page: number): SavedCopy {
  const key = pageKey(request, page)
  const copy = useSavedCopy(key)
  const controlled = useControlled()
  const [whole, setWhole] = useState({ key: '', savedAt: null as number | null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the request
  useEffect(() => {
    let current = true
    const find = async () => {
      const { wholeSavedAt } = await import('./answer-from-run.ts')
      const savedAt = await wholeSavedAt(request)
      if (current) setWhole({ key, savedAt })
    }
    // Without it there is nothing to offer, and the failed answer is told all the same.
    if (controlled) void find().catch(() => undefined)
    return () => {
      current = false
    }
  }, [key, controlled])
  return { ...copy, savedAt: copy.savedAt ?? (whole.key === key ? whole.savedAt : null) }
}
