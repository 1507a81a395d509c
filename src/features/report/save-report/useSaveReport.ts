import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../data/errors.ts'
import type { ListRequest } from '../../../data/report-queries.ts'
import { extras } from '../on-demand.ts'
import type { SaveMessage, SaveProgress, SaveReport } from './save-all-pages.ts'

interface State {
  run: string
  progress?: SaveProgress
  message?: SaveMessage
}

const NOTHING: SaveProgress = { saved: 0, total: null }

/** Returns the state of saving a result set, which a change of `run` cancels and resets, and its actions. */
export function useSaveReport(run: string): SaveReport {
  const [state, setState] = useState<State>({ run })
  const abort = useRef<AbortController>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of run cancels the saving
  useEffect(() => () => abort.current?.abort(), [run])

  const start = async (request: ListRequest, onSaved: () => void) => {
    const controller = new AbortController()
    abort.current = controller
    const { signal } = controller
    const show = (next: Omit<State, 'run'>) => {
      if (abort.current === controller) setState({ run, ...next })
    }
    show({ progress: NOTHING })
    try {
      const { saveForPerson } = await extras.load()
      show({ message: await saveForPerson(request, signal, (progress) => show({ progress })) })
      if (!signal.aborted) onSaved()
    } catch (error) {
      show({ message: { tone: 'danger', text: `Не удалось сохранить отчёт: ${messageOf(error)}.` } })
    }
  }

  const current = state.run === run ? state : undefined
  return {
    progress: current?.progress,
    message: current?.message ?? null,
    start: (request, onSaved) => void start(request, onSaved),
    cancel: () => abort.current?.abort(),
    dismiss: () => setState({ run }),
  }
}
