import { wishFor } from '../data/saved-answer.ts'
import { useControlled } from './useControlled.ts'
import { useSavedState } from './useSavedState.ts'

export interface SavedCopy {
  /** milliseconds since 1970; null if there is none */
  savedAt: number | null
  /** makes the next answer to the request come from the copy */
  want(): void
}

/**
 * Returns the saved copy of a request's answer.
 * @param request as returned by questionKey
 */
export function useSavedCopy(request: string): SavedCopy {
  const state = useSavedState()
  const controlled = useControlled()
  // Only a worker that controls the page can answer with it.
  const entry = controlled ? state?.entries.find((one) => one.request === request) : undefined
  return { savedAt: entry?.savedAt ?? null, want: () => wishFor(request, 'saved') }
}
