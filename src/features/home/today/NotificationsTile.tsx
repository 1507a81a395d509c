import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Notification } from '../../../../contract/legacy/notifications.ts'
import { isNotice } from '../../../../contract/notifications/notices.ts'
import { formatCell } from '../../../../contract/reports/format-cell.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { notificationsQuery } from '../../../data/notification-queries.ts'
import { AwaitedTiles, CountRow, Tile, TileProblem } from './Tile.tsx'

const NEWS = 'Новости цен'
/** Maximum numbers of listed notifications. Notices have a row of their own, so that they never hide price news. */
const [NAMED_NEWS, NAMED_NOTICES] = [2, 1]

/** Tiles with the unread notifications: price news, and below them notices about the account and the sources. */
export function NotificationsTile() {
  const { data, error, refetch } = useQuery(notificationsQuery)
  if (error && !data) return <TileProblem title={NEWS} error={error} onRetry={() => void refetch()} />
  if (!data) return <AwaitedTiles count={1} />
  const unread = data.items
    .filter((one) => one.unread)
    .toSorted((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))
  const notices = unread.filter(isNotice)
  const news = unread.filter((one) => !isNotice(one))
  return (
    <div className="today-stack">
      <Tile title={NEWS}>
        {news.length === 0 ? (
          <p className="today-words">
            Непрочитанных нет. Чтобы узнавать об изменениях сразу,{' '}
            <Link to={ROUTES.account}>включите уведомления на этом устройстве</Link>.
          </p>
        ) : (
          <CountRow label="Непрочитанные" value={news.length} to={ROUTES.notifications} />
        )}
        {news.slice(0, NAMED_NEWS).map((one) => (
          <NotificationRow key={one.id} of={one} label={one.title} />
        ))}
      </Tile>
      {notices.length > 0 && (
        <Tile
          title="Служебные"
          choice={notices.length > NAMED_NOTICES && <MoreNotices count={notices.length - NAMED_NOTICES} />}
        >
          {notices.slice(0, NAMED_NOTICES).map((one) => (
            // Notices of different kinds have the same title, so the beginning of the body is added.
            <NotificationRow key={one.id} of={one} label={`${one.title}: ${one.body.split(/[:\n]/)[0]}`} />
          ))}
        </Tile>
      )}
    </div>
  )
}

function NotificationRow({ of: { id, percent }, label }: { of: Notification; label: string }) {
  return (
    <Link className="today-row" to={`${ROUTES.notifications}?${new URLSearchParams({ id })}`} title={label}>
      <span>{label}</span>{' '}
      {percent !== null && <span className="today-number">{formatCell(percent, 'percent')} %</span>}
    </Link>
  )
}

const MoreNotices = ({ count }: { count: number }) => (
  <Link className="today-more" to={ROUTES.notifications}>
    и ещё {count}
  </Link>
)
