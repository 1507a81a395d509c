import { useEffect, useMemo } from 'react'
import type { SavedState, StoreProblem } from '../../../contract/worker/saved.ts'
import { useStore } from '../../lib/store.ts'
import { storeProblem } from '../../pwa/store-problem.ts'
import { useSavedState } from '../../pwa/useSavedState.ts'
import { hasWorker, onWorkerTakeover } from '../../pwa/worker-channel.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Removals } from './Removals.tsx'
import { SavedGroupSection } from './SavedGroupSection.tsx'
import { SavedSummary } from './SavedSummary.tsx'
import { savedGroups } from './saved-groups.ts'
import { useSavedActions } from './useSavedActions.ts'

const NO_WORKER =
  'Этот браузер не хранит данные приложения на устройстве: так бывает в приватном окне и по адресу без HTTPS. Пока есть сеть, приложение работает как обычно.'
const NO_ANSWER = 'Не удалось узнать, что сохранено: служба приложения ещё не запущена или не отвечает.'
const PROBLEMS: Readonly<Record<StoreProblem, string>> = {
  unavailable:
    'Хранилище браузера недоступно: так бывает в приватном окне или когда на диске нет места. Ничего не сохраняется, но пока есть сеть, приложение работает как обычно.',
  quota:
    'На устройстве не хватило места: последняя таблица не сохранена. Удалите ненужное ниже или освободите место на устройстве.',
}

/** List of the saved data. It is fetched once and then updated on the worker's events. */
export function SavedContent({ onRetry }: { onRetry(): void }) {
  const state = useSavedState()
  const isSilent = state === null && hasWorker()
  // Retries once the worker controls the page: on a first visit it is still starting.
  useEffect(() => (isSilent ? onWorkerTakeover(onRetry) : undefined), [isSilent, onRetry])

  if (state === undefined) return <Loading text="Чтение сохранённых данных..." />
  if (state === null && !isSilent) return <Alert tone="info">{NO_WORKER}</Alert>
  if (state === null || state.problem === 'unavailable') {
    return (
      <Alert
        action={
          <Button variant="quiet" onClick={onRetry}>
            Повторить
          </Button>
        }
      >
        {state === null ? NO_ANSWER : PROBLEMS.unavailable}
      </Alert>
    )
  }
  return <Saved state={state} />
}

function Saved({ state }: { state: SavedState }) {
  const heard = useStore(storeProblem)
  const problem = state.problem ?? heard
  const actions = useSavedActions()
  const groups = useMemo(() => savedGroups(state.entries), [state.entries])
  return (
    <>
      {problem && <Alert>{PROBLEMS[problem]}</Alert>}
      {actions.failure !== null && <Alert onDismiss={actions.dismiss}>{actions.failure}</Alert>}
      <SavedSummary state={state} />
      <p className="visually-hidden" role="status">
        {actions.done}
      </p>
      {groups.length === 0 ? (
        <p className="saved-empty">
          Пока ничего не сохранено. Откройте отчёт, и его таблица останется здесь.
        </p>
      ) : (
        <Removals groups={groups} onRemove={actions.remove}>
          {(askToRemove) =>
            groups.map((group) => (
              <SavedGroupSection
                key={group.title}
                group={group}
                onPin={actions.pin}
                onRemove={actions.remove}
                onAskToRemove={askToRemove}
              />
            ))
          }
        </Removals>
      )}
    </>
  )
}
