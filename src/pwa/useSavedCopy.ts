import { wishFor } from '../data/saved-answer.ts'
import { useControlled } from './useControlled.ts'
import { useSavedState } from './useSavedState.ts'

export interface SavedCopy {
  /** time when the copy was saved, in ms since 1970; null without a copy */
  savedAt: number | null
  /** makes the next request use the copy */
  want(): void
}

/**
 * Returns the saved copy of the response to a request.
 * @param request as returned by questionKey
 */
export function useSavedCopy(request: string): SavedCopy {
  const state = useSavedState()
  const controlled = useControlled()
  // Only a worker that controls the page can answer a request with the copy.
  const entry = controlled ? state?.entries.find((one) => one.request === request) : undefined
  return { savedAt: entry?.savedAt ?? null, want: () => wishFor(request, 'saved') }
}
