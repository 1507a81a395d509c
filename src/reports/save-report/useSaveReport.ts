import { useEffect, useRef, useState } from 'react'
import type { ListRequest } from '../../api/report-queries.ts'
import { fetchPage, pageKey, savedPagesOfRun } from '../../api/run-pages.ts'
import { whenKept } from '../../pwa/when-kept.ts'
import { askWorker } from '../../pwa/worker-channel.ts'
import { roomFor } from './room.ts'
import { type SaveEnd, type SaveParts, type SaveProgress, saveRun } from './save-run.ts'
import { type SaveMessage, saveMessage } from './save-words.ts'

export interface SaveReport {
  /** undefined while nothing is being saved */
  progress: SaveProgress | undefined
  message: SaveMessage | null
  start(request: ListRequest): void
  cancel(): void
  dismiss(): void
}

interface State {
  run: string
  progress?: SaveProgress
  message?: SaveMessage
}

const NOTHING: SaveProgress = { saved: 0, total: null }

/**
 * Keeps all pages of the run on screen.
 * @param run names it: what belongs to another one is cancelled and forgotten
 */
export function useSaveReport(run: string): SaveReport {
  const [state, setState] = useState<State>({ run })
  const abort = useRef<AbortController>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is what ends this one
  useEffect(() => () => abort.current?.abort(), [run])

  const start = async (request: ListRequest) => {
    const controller = new AbortController()
    abort.current = controller
    const { signal } = controller
    const show = (next: Omit<State, 'run'>) => {
      if (abort.current === controller) setState({ run, ...next })
    }
    show({ progress: NOTHING })
    const parts = await savePartsFor(request, signal)
    let progress = NOTHING
    const end = await saveRun(parts, signal, (made) => {
      progress = made
      show({ progress: made })
    })
    show({ message: saveMessage(end, await reallySaved(request, end, progress)) })
  }

  const current = state.run === run ? state : undefined
  return {
    progress: current?.progress,
    message: current?.message ?? null,
    start: (request) => void start(request),
    cancel: () => abort.current?.abort(),
    dismiss: () => setState({ run }),
  }
}

async function savePartsFor(request: ListRequest, signal: AbortSignal): Promise<SaveParts> {
  const entries = (await askWorker('saved', {}))?.entries ?? []
  const own = new Set(savedPagesOfRun(request, entries).values())
  let asked = 0
  return {
    room: roomFor(entries.filter((entry) => !own.has(entry))),
    fetchPage(page, totalPages) {
      asked = Date.now()
      return fetchPage(request, page, totalPages, signal)
    },
    async whenKept(page, isCopy) {
      const entry = await whenKept(pageKey(request, page), isCopy ? 0 : asked)
      return entry?.size ?? null
    },
  }
}

/** Other tabs keep pages too, and may have pushed some out meanwhile. */
async function reallySaved(
  request: ListRequest,
  end: SaveEnd,
  progress: SaveProgress,
): Promise<SaveProgress> {
  const state = await askWorker('saved', {})
  if (!state || end.kind === 'not-kept') return progress
  return { ...progress, saved: Math.min(progress.saved, savedPagesOfRun(request, state.entries).size) }
}
