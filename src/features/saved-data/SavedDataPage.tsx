import { useEffect, useMemo, useState } from 'react'
import { formatSize } from '../../../contract/lib/format-size.ts'
import type { SavedState, StoreProblem } from '../../../contract/worker/saved.ts'
import { useStore } from '../../lib/store.ts'
import { forgetsAfterWeek } from '../../pwa/platform.ts'
import { storeProblem } from '../../pwa/store-problem.ts'
import { useSavedState } from '../../pwa/useSavedState.ts'
import { hasWorker, onWorkerTakeover, requestFromWorker } from '../../pwa/worker-channel.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { countText, type NounForms } from '../../ui/plural.ts'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { type ItemActions, SavedGroupSection } from './SavedGroupSection.tsx'
import { SavedSummary } from './SavedSummary.tsx'
import { entriesOf, type SavedItem, savedGroups, savedSize } from './saved-groups.ts'
import './saved.css'

const TITLE = 'Сохранённые данные'

/** Page of the data saved on the device (specification 3.17), where it can be pinned and removed. */
export function SavedDataPage() {
  const [attempt, setAttempt] = useState(0)
  useDocumentTitle(TITLE)
  return (
    <section className="saved" aria-labelledby="saved-heading">
      <h1 id="saved-heading" tabIndex={-1}>
        {TITLE}
      </h1>
      <p className="saved-intro">
        Просмотренные таблицы хранятся на этом устройстве и открываются без сети. При выходе из учётной записи
        они удаляются.
      </p>
      {forgetsAfterWeek() && (
        <p className="saved-intro">
          Safari удаляет данные сайтов, которые не открывали семь дней. Чтобы они остались, установите
          приложение на экран «Домой» или заходите чаще.
        </p>
      )}
      <SavedContent key={attempt} onRetry={() => setAttempt(attempt + 1)} />
    </section>
  )
}

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
function SavedContent({ onRetry }: { onRetry(): void }) {
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
  const [asked, setAsked] = useState<{ what: string; items: readonly SavedItem[] } | null>(null)
  const remove = (items: readonly SavedItem[]) => {
    setAsked(null)
    actions.remove(items)
    // Focuses the heading, because the pressed button disappears with the removed items.
    requestAnimationFrame(() => document.getElementById('saved-heading')?.focus())
  }
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
        <>
          {groups.map((group) => (
            <SavedGroupSection
              key={group.title}
              group={group}
              actions={actions}
              onAskToRemove={(what, items) => setAsked({ what, items })}
            />
          ))}
          <div className="justify-self-start">
            <Button
              onClick={() =>
                setAsked({ what: 'всё сохранённое', items: groups.flatMap(({ items }) => items) })
              }
            >
              <CabinetIcon name="trash" />
              Удалить всё
            </Button>
          </div>
        </>
      )}
      {asked && (
        <ConfirmDialog
          title={`Удалить ${asked.what}?`}
          agree="Удалить"
          onAgree={() => remove(asked.items)}
          onClose={() => setAsked(null)}
        >
          <p>
            {countText(entriesOf(asked.items).length, ROWS)}, {formatSize(savedSize(asked.items))}. Без сети
            они больше не откроются, с сетью загрузятся снова.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface SavedActions extends ItemActions {
  /** message about the result of the last action; '' if it failed */
  done: string
  /** reason why the last action failed, as text; null if it succeeded */
  failure: string | null
  dismiss(): void
}

const ROWS: NounForms = ['запись', 'записи', 'записей']

/** Returns actions on saved data. The worker performs them and then notifies all tabs, including this one. */
function useSavedActions(): SavedActions {
  const [done, setDone] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const act = async (asking: Promise<null | undefined>, words: string, failed: string) => {
    const succeeded = (await asking) !== undefined
    setDone(succeeded ? words : '')
    setFailure(succeeded ? null : failed)
  }
  return {
    done,
    failure,
    dismiss: () => setFailure(null),
    pin: (items, pinned) =>
      void act(
        requestFromWorker('pin', { requests: requestsOf(items), pinned }),
        `${pinned ? 'Закреплено' : 'Откреплено'}: ${named(items)}`,
        'Не удалось изменить закрепление.',
      ),
    remove: (items) =>
      void act(
        requestFromWorker('remove', { requests: requestsOf(items) }),
        `Удалено: ${named(items)}`,
        'Не удалось удалить сохранённые данные.',
      ),
  }
}

const requestsOf = (items: readonly SavedItem[]): string[] => entriesOf(items).map(({ request }) => request)

function named(items: readonly SavedItem[]): string {
  const [first] = items
  return items.length === 1 && first ? first.name : countText(items.length, ROWS)
}
