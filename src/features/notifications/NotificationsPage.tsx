import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../../contract/paths.ts'
import { SignInNeededError } from '../../data/errors.ts'
import { notificationsQuery } from '../../data/notification-queries.ts'
import { questionKey } from '../../data/saved-answer.ts'
import { useSavedCopy } from '../../pwa/useSavedState.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { SavedNote, ShowSaved } from '../../ui/SavedNote.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { useFitsWindow } from '../../ui/useFitsWindow.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { useOffer } from '../cabinet/useOffer.ts'
import { FilterTabs, READ_FILTERS, type ReadFilter } from './FilterTabs.tsx'
import { grouped } from './group.ts'
import { NotificationList } from './NotificationList.tsx'
import { useNotificationList, useUnreadCount } from './notification-changes.ts'
import { useLinkedNotification } from './useListFocus.ts'
import { useNotificationActions, useRuleMutes, useTableDownload } from './useNotificationActions.ts'
import type { Undo } from './useUndoWindows.ts'
import './undo-bar.css'
import './notifications.css'

/** The app has no such route; the URL therefore leads to the login screen (specification 2.2 and 3.10). */
const SIGN_IN_ADDRESS = '/authorization'

const LOAD_FAILED = 'Не удалось загрузить уведомления.'
const REFRESH_FAILED = 'Не удалось обновить список: показан последний полученный.'
const DOWNLOAD_FAILED = 'Не удалось скачать таблицу.'
const LINK_LEADS_NOWHERE = 'Уведомления по этой ссылке в списке нет: возможно, оно удалено.'

const REQUEST = questionKey('GET', PATHS.notifications)

const count = new Intl.NumberFormat('ru-RU')

export function NotificationsPage() {
  useDocumentTitle('ProfileNotifications')
  useFitsWindow('notifications')
  const { error, isFetching, refetch } = useQuery({ ...notificationsQuery, refetchOnMount: 'always' })
  const list = useNotificationList()
  const unread = useUnreadCount()
  const { actions, failure, undo } = useNotificationActions()
  const tables = useTableDownload()
  const mutes = useRuleMutes()
  const linked = useLinkedNotification()
  const security = useOffer('security')
  const [filter, setFilter] = useState<ReadFilter>('all')
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const panel = useId()
  const navigate = useNavigate()

  const signInNeeded = !isFetching && error instanceof SignInNeededError
  useEffect(() => {
    if (signInNeeded) navigate(SIGN_IN_ADDRESS, { replace: true })
  }, [signInNeeded, navigate])

  // A link to a notification resets the filter, which could hide the notification. The list is also refetched if it
  // does not contain it yet.
  const [followed, setFollowed] = useState('')
  if (linked && followed !== linked.visit) {
    setFollowed(linked.visit)
    setFilter('all')
    setExpanded(new Set(expanded).add(linked.id))
  }
  useEffect(() => {
    if (linked) void refetch({ cancelRefetch: false })
  }, [linked, refetch])
  const [found, setFound] = useState('')
  const isThere = linked !== null && (list?.items.some(({ id }) => id === linked.id) ?? false)
  if (isThere && found !== linked.visit) setFound(linked.visit)
  const leadsNowhere = linked !== null && list !== undefined && !isFetching && found !== linked.visit

  const { items, heads } = useMemo(
    () => grouped(list?.items.filter(READ_FILTERS[filter].lets) ?? []),
    [list, filter],
  )
  const toggle = useCallback((id: string) => {
    setExpanded((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  const markAll = () => actions.markAllRead(items.filter(READ_FILTERS.unread.lets).map(({ id }) => id))

  const place = useRef<HTMLDivElement>(null)
  const undoByKey = (event: KeyboardEvent) => {
    // Compares the physical key: in the Russian layout, it types 'я'.
    if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || undo.words === null) return
    event.preventDefault()
    undo.take()
  }

  const notes = [
    error && list && REFRESH_FAILED,
    failure,
    tables.failed && DOWNLOAD_FAILED,
    mutes.outcome,
    leadsNowhere && LINK_LEADS_NOWHERE,
  ].filter(Boolean)

  return (
    <section className="notifications" aria-labelledby={`${panel}-heading`} onKeyDown={undoByKey}>
      <header className="notifications-head">
        <h1 id={`${panel}-heading`}>Уведомления</h1>
        <div className="notifications-tools">
          <Button blocked={unread === 0} onClick={markAll}>
            <CabinetIcon name="check-all" />
            Отметить все как прочитанные
          </Button>
          <Button onClick={() => void refetch()}>
            <CabinetIcon name="refresh" />
            Обновить
          </Button>
        </div>
        <FilterTabs chosen={filter} unread={unread} panel={panel} onChoose={setFilter} />
      </header>
      <SavedNote {...list} savedAt={list?.savedAt} />
      <p className="notifications-note" role="status">
        {notes.join(' ')}
      </p>
      <div
        ref={place}
        id={panel}
        className="notifications-panel"
        role="tabpanel"
        aria-label={READ_FILTERS[filter].label}
        tabIndex={-1}
      >
        {!list && (error ? <LoadFailed onShowSaved={() => void refetch()} /> : <Loading />)}
        {list && items.length === 0 && (
          <div className="notifications-empty">
            <p>{READ_FILTERS[filter].empty}</p>
            <p>{READ_FILTERS[filter].next}</p>
          </div>
        )}
        {items.length > 0 && (
          <NotificationList
            key={filter}
            items={items}
            heads={heads}
            staysWhenRead={filter === 'all'}
            expanded={expanded}
            actions={actions}
            tables={tables}
            mutes={mutes}
            linked={linked}
            security={security}
            onToggle={toggle}
          />
        )}
      </div>
      <UndoBar undo={undo} onTaken={() => place.current?.focus()} />
      <footer className="notifications-foot">
        <span>
          {list && `Показано ${count.format(items.length)} из ${count.format(list.total)} уведомлений`}
        </span>
        {isFetching && (
          <Button variant="quiet" className="loading-more" disabled>
            Загрузка...
          </Button>
        )}
      </footer>
    </section>
  )
}

/** Error message if the list has never been loaded (specification 6.4). */
function LoadFailed({ onShowSaved }: { onShowSaved(): void }) {
  const copy = useSavedCopy(REQUEST)
  const showCopy = () => {
    copy.want()
    onShowSaved()
  }
  return (
    <div className="notifications-empty">
      <p>{LOAD_FAILED}</p>
      <ShowSaved savedAt={copy.savedAt} onShow={showCopy} />
    </div>
  )
}

interface UndoBarProps {
  undo: Undo
  /** called after the pressed button has disappeared with the bar, to move the focus */
  onTaken(): void
}

/**
 * Bar that offers to undo the last change. Its live region is always mounted, because screen readers ignore the initial
 * text of a new one.
 */
function UndoBar({ undo, onTaken }: UndoBarProps) {
  const take = () => {
    undo.take()
    onTaken()
  }
  return (
    <div className="undo-bar" role="status">
      {undo.words !== null && (
        <div className="undo-bar-words">
          <span>{undo.words}</span>
          <button type="button" title="Ctrl+Z" aria-keyshortcuts="Control+Z" onClick={take}>
            Отменить
          </button>
        </div>
      )}
    </div>
  )
}
