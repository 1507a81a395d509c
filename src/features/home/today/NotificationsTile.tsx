import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Notification } from '../../../../contract/legacy/notifications.ts'
import { isNotice } from '../../../../contract/notifications/notices.ts'
import { formatCell } from '../../../../contract/reports/format-cell.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { notificationsQuery } from '../../../data/notification-queries.ts'
import { AwaitedTiles, CountRow, Tile } from './Tile.tsx'
import { TileProblem } from './TileProblem.tsx'

const TITLE = 'Уведомления'
/** Number of notifications that are listed below the number of unread ones. */
const NAMED = 3

/**
 * Returns a label. Notices of different kinds have the same title, so the beginning of the body, up to the first colon,
 * is added.
 */
const named = (one: Notification) =>
  isNotice(one) ? `${one.title}: ${one.body.split(/[:\n]/)[0]}` : one.title

/**
 * Sorts price notifications before notices, and each by time, latest first: newer notices about sign-ins must not hide
 * price changes.
 */
const byWeight = (a: Notification, b: Notification): number =>
  Number(isNotice(a)) - Number(isNotice(b)) || (a.time < b.time ? 1 : a.time > b.time ? -1 : 0)

/** Tile with the number of unread notifications and the latest of them. */
export function NotificationsTile() {
  const { data, error, refetch } = useQuery(notificationsQuery)
  if (error && !data) return <TileProblem title={TITLE} error={error} onRetry={() => void refetch()} />
  if (!data) return <AwaitedTiles count={1} />
  const unread = data.items.filter((one) => one.unread)
  return (
    <Tile title={TITLE}>
      {unread.length === 0 ? (
        <p className="today-words">
          Непрочитанных нет. Чтобы узнавать об изменениях сразу,{' '}
          <Link to={ROUTES.account}>включите уведомления на этом устройстве</Link>.
        </p>
      ) : (
        <>
          <CountRow label="Непрочитанные" value={unread.length} to={ROUTES.notifications} />
          {unread
            .toSorted(byWeight)
            .slice(0, NAMED)
            .map((one) => (
              <Link
                key={one.id}
                className="today-row"
                to={`${ROUTES.notifications}?${new URLSearchParams({ id: one.id })}`}
              >
                <span>{named(one)}</span>{' '}
                {one.percent !== null && (
                  <span className="today-number">{formatCell(one.percent, 'percent')} %</span>
                )}
              </Link>
            ))}
        </>
      )}
    </Tile>
  )
}
