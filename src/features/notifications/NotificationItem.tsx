import { type MouseEvent, memo } from 'react'
import { Link } from 'react-router-dom'
import { STATUS_ROUTE } from '../../../contract/installation/installation-paths.ts'
import type { Notification, NotificationType, NotifiedRule } from '../../../contract/legacy/notifications.ts'
import { isNotice, type NoticeTitle } from '../../../contract/notifications/notices.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'
import type { GroupHead } from './group.ts'
import { NotificationBody, reportPath } from './NotificationBody.tsx'
import { formatNoticeDay, formatPercent, formatTime } from './notification-text.ts'
import type { RuleMutes } from './useNotificationActions.ts'
import './notification-item.css'

const ICONS: Readonly<Record<NotificationType, { name: CabinetIconName; label: string }>> = {
  success: { name: 'circle-check', label: 'Успех' },
  error: { name: 'circle-cross', label: 'Ошибка' },
  invitation: { name: 'user-plus', label: 'Приглашение' },
  info: { name: 'circle-info', label: 'Информация' },
}

const NOTICES: Readonly<Record<NoticeTitle, { name: CabinetIconName; to: string }>> = {
  Безопасность: { name: 'shield', to: ROUTES.security },
  Источники: { name: 'inbox', to: ROUTES.sources },
  'Страницы магазинов': { name: 'globe', to: ROUTES.pages },
  Выгрузки: { name: 'send', to: ROUTES.outlets },
  Правила: { name: 'bell', to: ROUTES.rules },
  Итоги: { name: 'mail', to: ROUTES.totals },
  Стратегии: { name: 'send', to: ROUTES.strategies },
  Состояние: { name: 'gauge', to: STATUS_ROUTE },
}

interface NotificationItemProps {
  notification: Notification
  /** headings above the item; undefined unless it is the first of a group */
  head: GroupHead | undefined
  expanded: boolean
  /** whether the server has the page 'Безопасность' and therefore sends notices; undefined while unknown */
  security: boolean | undefined
  downloading: boolean
  /** whether the rule of the notification is being muted or allowed again */
  muting: boolean
  onToggle(id: string): void
  onMarkRead(id: string): void
  onDownload(id: string): void
  onDelete(id: string): void
  onMute: RuleMutes['change']
}

/** Notification in the list (specification 3.9). Memoised, because a list may contain thousands. */
export const NotificationItem = memo(function NotificationItem({
  notification,
  head,
  expanded,
  security,
  downloading,
  muting,
  onToggle,
  onMarkRead,
  onDownload,
  onDelete,
  onMute,
}: NotificationItemProps) {
  const { id, title, body, time, type, unread, percent, vehicle } = notification
  const rule = security ? notification.rule : undefined
  // Another backend may use a notice's word for a notification of another kind, which has a table.
  const notice = security !== false && isNotice(notification)
  const about = notice ? (vehicle as NoticeTitle) : null
  const icon = about === null ? ICONS[type] : { name: NOTICES[about].name, label: about }
  const report = reportPath(notification)
  const toggle = (event: MouseEvent<HTMLElement>) => {
    const onAction = (event.target as HTMLElement).closest('.notification-actions, a') !== null
    // A click that ends a text selection must not collapse the body.
    const selecting = event.detail > 0 && window.getSelection()?.isCollapsed === false
    if (!onAction && !selecting) onToggle(id)
  }
  const item = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use the button inside
    // biome-ignore lint/a11y/noStaticElementInteractions: the whole item is a larger target for that button
    <div
      className="notification"
      data-type={type}
      data-unread={unread}
      data-notice={notice || undefined}
      onClick={toggle}
    >
      <span className="notification-icon" role="img" aria-label={icon.label} title={icon.label}>
        <CabinetIcon name={icon.name} />
      </span>
      <button type="button" className="notification-toggle" aria-expanded={expanded}>
        <span className="notification-title">
          {unread && <span className="visually-hidden">Не прочитано: </span>}
          {title}
        </span>
        {percent !== null && (
          <span className="notification-percent" data-trend={trendOf(percent)}>
            {formatPercent(percent)}
          </span>
        )}
        {rule?.muted && <span className="state-chip">Заглушено</span>}
      </button>
      <time className="notification-time" dateTime={time}>
        {formatTime(time)}
      </time>
      {(body !== '' || expanded) && (
        <p className="notification-body" data-expanded={expanded}>
          {body === '' ? 'Текста нет.' : expanded ? <NotificationBody notification={notification} /> : body}
        </p>
      )}
      <div className="notification-actions">
        {report !== null && (
          <Link className="icon-button" to={report} aria-label="Открыть отчёт" title="Открыть отчёт">
            <CabinetIcon name="table" />
          </Link>
        )}
        {rule && <RuleActions rule={rule} busy={muting} onMute={onMute} />}
        {about !== null && security && !rule && (
          <Link
            className="icon-button"
            to={NOTICES[about].to}
            aria-label={`Открыть «${about}»`}
            title={`Открыть «${about}»`}
          >
            <CabinetIcon name="settings" />
          </Link>
        )}
        {unread && (
          <IconAction icon="check" label="Отметить как прочитанное" onClick={() => onMarkRead(id)} />
        )}
        {!notice && (
          <IconAction
            icon="download"
            label={downloading ? 'Скачивание...' : 'Скачать таблицу'}
            busy={downloading}
            onClick={() => onDownload(id)}
          />
        )}
        <IconAction icon="trash" label="Удалить" onClick={() => onDelete(id)} />
      </div>
    </div>
  )
  return (
    <>
      {head?.day !== undefined && <h2 className="notification-day">{formatNoticeDay(head.day)}</h2>}
      {head?.site !== undefined && <h3 className="notification-site">{head.site}</h3>}
      {item}
    </>
  )
})

const trendOf = (percent: number) => (percent > 0 ? 'rise' : percent < 0 ? 'fall' : undefined)

interface IconActionProps {
  icon: CabinetIconName
  label: string
  busy?: boolean
  onClick(): void
}

function IconAction({ icon, label, busy = false, onClick }: IconActionProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-busy={busy}
      disabled={busy}
      onClick={onClick}
    >
      <CabinetIcon name={icon} />
    </button>
  )
}

interface RuleActionsProps {
  rule: NotifiedRule
  busy: boolean
  onMute(mute: { firing: number | null; muted: boolean }): void
}

/** Actions of a rule's notification: the tyres that it found, if it is not about price changes, and the mute (specification 25.8). */
function RuleActions({ rule: { firing, muted }, busy, onMute }: RuleActionsProps) {
  const label = muted ? 'Снова уведомлять' : 'Заглушить на неделю'
  return (
    <>
      {firing !== null && (
        <Link
          className="icon-button"
          to={`${ROUTES.rules}/firings/${firing}`}
          aria-label="Открыть шины"
          title="Открыть шины"
        >
          <CabinetIcon name="table" />
        </Link>
      )}
      {/* Without a state, the rule is removed. */}
      {muted !== null && (
        <button
          type="button"
          className="icon-button"
          aria-label={label}
          title={label}
          aria-busy={busy}
          aria-disabled={busy || undefined}
          onClick={() => !busy && onMute({ firing, muted: !muted })}
        >
          <CabinetIcon name={muted ? 'bell' : 'bell-off'} />
        </button>
      )}
    </>
  )
}
