import { useEffect, useState } from 'react'
import type { ListRequest } from '../../../data/report-queries.ts'
import { type SavedCopy, useControlled, useSavedCopy } from '../../../pwa/useSavedState.ts'
import { pageKey } from '../../report-choice/run-pages.ts'
import { extras } from '../on-demand.ts'

/** Returns the saved copy of a page, or else the time of a saved result set from which it can be computed. */
export function useSavedAnswer(request: ListRequest, page: number): SavedCopy {
  const key = pageKey(request, page)
  const copy = useSavedCopy(key)
  const controlled = useControlled()
  const [whole, setWhole] = useState({ key: '', savedAt: null as number | null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the request
  useEffect(() => {
    let current = true
    const find = async () => {
      const { wholeSavedAt } = await extras.load()
      const savedAt = await wholeSavedAt(request)
      if (current) setWhole({ key, savedAt })
    }
    // If the search fails, there is no copy to offer; the page's own error is displayed anyway.
    if (controlled) void find().catch(() => undefined)
    return () => {
      current = false
    }
  }, [key, controlled])
  return { ...copy, savedAt: copy.savedAt ?? (whole.key === key ? whole.savedAt : null) }
}
