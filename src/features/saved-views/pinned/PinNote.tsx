import type { ReactNode } from 'react'
import { isoToday } from '../../../../contract/lib/dates.ts'
import type { SavedView } from '../../../../contract/views/saved-view.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import { useSavedState } from '../../../pwa/useSavedState.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { savedResultSets } from '../../report-choice/saved-result-sets.ts'
import {
  type PinContext,
  type PinProgress,
  pinProgress,
  requestedPin,
  requestOfView,
  runKeyOf,
} from './pins.ts'

interface PinNoteProps {
  id: string
  progress: PinProgress
}

/** Status of a pinned view; while it waits or after a failure, with a button to fetch its pages. */
export function PinNote({ id, progress }: PinNoteProps): ReactNode {
  const again = (words: string) => (
    <Button variant="quiet" onClick={() => requestedPin.set({ id })}>
      {words}
    </Button>
  )
  switch (progress.kind) {
    case 'saving':
      return 'Сохраняется для работы без сети…'
    case 'waiting':
      return <>ждёт Wi-Fi {again('Загрузить сейчас')}</>
    case 'failed':
      return (
        <>
          {progress.words} {again('Повторить')}
        </>
      )
  }
}

export interface PinState {
  /** time when the oldest of the view's pages was saved, in ms since 1970; null if pages are missing */
  readyAt: number | null
  /** current state of saving; null if nothing is being saved */
  progress: PinProgress | null
}

/** Returns the states of those of the views that are pinned, by view id. */
export function usePinStates(
  views: readonly SavedView[],
  present: PinContext,
): ReadonlyMap<string, PinState> {
  const pins = useStore(preferences.viewPins)
  const progress = useStore(pinProgress)
  const saved = useSavedState()
  const runs = savedResultSets(saved?.entries ?? [])
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

const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' })

/** Formats 'готов без сети, 07:42', or with the day if it is not today: 'готов без сети, 20 ноя, 12:03'. */
export function readyText({ readyAt }: Pick<PinState, 'readyAt'>, now: Date = new Date()): string {
  if (readyAt === null) return 'не готов без сети'
  const isToday = isoToday(new Date(readyAt)) === isoToday(now)
  return `готов без сети, ${isToday ? timeFormat.format(readyAt) : formatMoment(readyAt, now)}`
}
