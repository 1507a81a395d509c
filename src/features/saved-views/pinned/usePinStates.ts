import type { SavedView } from '../../../../contract/views/saved-view.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import { useSavedState } from '../../../pwa/useSavedState.ts'
import { savedRuns } from '../../report-choice/saved-runs.ts'
import { type Present, requestOfView, runKeyOf } from './pinned-run.ts'
import { type PinProgress, pinProgress } from './pins.ts'

/** State of a pinned view. */
export interface PinState {
  /** time when the oldest of the view's pages was saved, in ms since 1970; null if pages are missing */
  readyAt: number | null
  /** current state of saving; null if nothing is being saved */
  progress: PinProgress | null
}

/** Returns the states of those of the views that are pinned, by view id. */
export function usePinStates(views: readonly SavedView[], present: Present): ReadonlyMap<string, PinState> {
  const pins = useStore(preferences.viewPins)
  const progress = useStore(pinProgress)
  const saved = useSavedState()
  const runs = savedRuns(saved?.entries ?? [])
  return new Map(
    views
      .filter(({ id }) => pins.includes(id))
      .map((view) => {
        const key = runKeyOf(requestOfView(view, present))
        const run = runs.find((one) => one.key === key && one.complete)
        return [view.id, { readyAt: run?.savedAt ?? null, progress: progress.get(view.id) ?? null }]
      }),
  )
}
