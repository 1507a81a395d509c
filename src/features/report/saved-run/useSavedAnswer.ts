import { useEffect, useState } from 'react'
import type { ListRequest } from '../../../data/report-queries.ts'
import { useControlled } from '../../../pwa/useControlled.ts'
import { type SavedCopy, useSavedCopy } from '../../../pwa/useSavedCopy.ts'
import { pageKey } from '../../report-choice/run-pages.ts'
import { extras } from '../on-demand.ts'

/** Returns the saved copy of a page, or else the saved result set that it can be computed from. */
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
    // On failure there is nothing to offer, and the failed answer is displayed anyway.
    if (controlled) void find().catch(() => undefined)
    return () => {
      current = false
    }
  }, [key, controlled])
  return { ...copy, savedAt: copy.savedAt ?? (whole.key === key ? whole.savedAt : null) }
}
