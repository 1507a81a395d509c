import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isoToday } from '../../../contract/lib/dates.ts'
import { ROUTES } from '../../../contract/routes.ts'
import type { SavedView } from '../../../contract/views/saved-view.ts'
import { messageOf } from '../../data/errors.ts'
import { preferences } from '../../lib/preferences.ts'
import { hasWorker } from '../../pwa/worker-channel.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useLatestDay } from '../report-choice/latest-day.ts'
import { usePinStates } from './pinned/PinNote.tsx'
import { unpin } from './pinned/refresh-pinned-view.ts'
import { RenameDialog } from './RenameDialog.tsx'
import { useMoveUp, useViewChanges } from './useViewChanges.ts'
import { useViews } from './useViews.ts'
import { useDragging, ViewCard } from './ViewCard.tsx'
import { actionsFor, type ViewActionName } from './view-actions.ts'
import './views.css'

/** Saved views on the home page (specification 18.3), in reserved room until the list is known. */
export function MyReports() {
  const kept = useViews()
  const { views, store, shared, known, offers, error } = kept
  const section = useRef<HTMLElement>(null)
  const changes = useViewChanges(kept, section)
  const moving = useMoveUp(shared)
  const dragging = useDragging(views, (view, by) => void changes.move(view, by))
  const day = useLatestDay(views.some((view) => view.day === 'latest'))
  const pins = usePinStates(views, { latest: day.latest ?? isoToday(), offers })
  const [renamed, setRenamed] = useState<SavedView | null>(null)
  // Another person's view: an administrator deletes it for good.
  const [asked, setAsked] = useState<SavedView | null>(null)
  const heading = useId()
  const navigate = useNavigate()
  const act: Readonly<Record<ViewActionName, (view: SavedView) => void>> = {
    rename: setRenamed,
    watch: ({ id }) => void navigate(`${ROUTES.rules}/new?saved=${id}`),
    pin: ({ id }) => changes.pin(id),
    unpin: ({ id }) => void unpin(id),
    earlier: (view) => void changes.move(view, -1),
    later: (view) => void changes.move(view, 1),
    toTeam: (view) => changes.change({ ...view, scope: 'team' }),
    toSelf: (view) => changes.change({ ...view, scope: 'own' }),
    remove: (view) => (view.mine ? void changes.remove(view) : setAsked(view)),
  }

  const [reserved] = useState(preferences.viewCount.get)
  useEffect(() => {
    if (known) preferences.viewCount.set(views.length)
  }, [known, views.length])

  const isSilent = changes.problem === null && changes.removed === null && error === null
  if (views.length === 0 && isSilent)
    return known || reserved === 0 ? (
      // Takes its lines from the beginning: on a phone the sections below would move.
      <p className="my-reports-none" aria-hidden={!known || undefined}>
        Здесь будут ваши отчёты: выберите в отчёте нужное и нажмите «Сохранить».
      </p>
    ) : (
      <div className="my-reports grid grid-cols-1 content-start" aria-hidden="true">
        <p className="home-heading">Мои отчёты</p>
        <div className="cards">
          {Array.from({ length: reserved }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
            <span key={i} className="card card-awaited" />
          ))}
        </div>
      </div>
    )
  return (
    <section
      ref={section}
      className="my-reports grid grid-cols-1 content-start"
      aria-labelledby={heading}
      tabIndex={-1}
    >
      <h2 id={heading} className="home-heading">
        Мои отчёты
      </h2>
      <ul className="cards">
        {views.map((view, place) => (
          <ViewCard
            key={view.id}
            view={view}
            day={day}
            pin={pins.get(view.id)}
            dragging={dragging(place)}
            actions={actionsFor(view, {
              place,
              count: views.length,
              shared,
              watched: offers.includes('rules'),
              pinned: hasWorker() ? pins.has(view.id) : null,
            })}
            onAction={(one, { name }) => act[name](one)}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {changes.said}
      </p>
      {error && <Alert tone="info">Виды, которые хранит сервер, не загрузились: {messageOf(error)}.</Alert>}
      {moving.problem !== null && (
        <Alert tone="info" action={<Button onClick={moving.retry}>Повторить</Button>}>
          Виды этого устройства ещё не на сервере. {moving.problem}
        </Alert>
      )}
      {changes.problem !== null && <Alert onDismiss={changes.dismiss}>{changes.problem}</Alert>}
      {changes.removed && (
        <Alert
          tone="info"
          onDismiss={changes.forgetRemoved}
          action={<Button onClick={() => void changes.restore()}>Вернуть</Button>}
        >
          Вид «{changes.removed.name}» удалён.
        </Alert>
      )}
      {asked && (
        <ConfirmDialog
          title="Удалить вид команды?"
          agree="Удалить"
          onAgree={() => {
            setAsked(null)
            void changes.remove(asked)
          }}
          onClose={() => setAsked(null)}
        >
          <p>
            «{asked.name}» сохранил пользователь {asked.owner}. Вид пропадёт у всей команды, вернуть его
            нельзя.
          </p>
        </ConfirmDialog>
      )}
      {renamed && (
        <RenameDialog
          view={renamed}
          others={views.filter(({ id }) => id !== renamed.id)}
          store={store}
          onClose={() => setRenamed(null)}
        />
      )}
    </section>
  )
}
