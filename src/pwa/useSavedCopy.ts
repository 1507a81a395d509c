import { wishFor } from '../api/saved-answer.ts'
import { useControlled } from './useControlled.ts'
import { useSavedState } from './useSavedState.ts'

export interface SavedCopy {
  /** milliseconds since 1970; null where there is none */
  savedAt: number | null
  /** From then on the next answer to the question is the copy. */
  want(): void
}

/** @param request names the question as questionKey does */
export function useSavedCopy(request: string): SavedCopy {
  const state = useSavedState()
  const controlled = useControlled()
  // Only a worker that has the page in hand can answer with it.
  const entry = controlled ? state?.entries.find((one) => one.request === request) : undefined
  return { savedAt: entry?.savedAt ?? null, want: () => wishFor(request, 'saved') }
}
