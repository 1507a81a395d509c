import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import type { Notification, NotificationTyre } from '../../../contract/legacy/notifications.ts'
import { changesPath } from '../../../contract/reports/changes-path.ts'
import { cardPath } from '../../../contract/tyre/card-path.ts'

/**
 * Returns the URL of the report with a notification's price changes; null if its site or day is unknown or it is not
 * about prices.
 */
export function reportPath({ site, vehicle, day, type }: Notification): string | null {
  return site === '' || day === null || type === 'invitation' ? null : changesPath(day, { site, vehicle })
}

/**
 * Body of a notification with its lines unchanged. A line about a tyre links to the tyre in the report of price
 * changes, unless a rule found it; the end of the line links to the tyre's card.
 */
export function NotificationBody({ notification }: { notification: Notification }) {
  const { body, tyres, site, vehicle, day } = notification
  const isAboutPrices = reportPath(notification) !== null
  if (tyres.length === 0 || day === null || (!isAboutPrices && !notification.rule)) return body
  const byLine = new Map(tyres.map((tyre) => [tyre.line, tyre]))
  return body.split('\n').map((line, index) => {
    const tyre = byLine.get(index)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a body never change
      <Fragment key={index}>
        {index > 0 && '\n'}
        {tyre ? (
          <>
            {isAboutPrices ? (
              <Link to={changesPath(day, { ...tyre.filters, site, vehicle })}>{line}</Link>
            ) : (
              line
            )}
            <CardLink tyre={tyre} day={day} />
          </>
        ) : (
          line
        )}
      </Fragment>
    )
  })
}

function CardLink({ tyre: { key, filters }, day }: { tyre: NotificationTyre; day: string }) {
  if (key === undefined) return null
  return (
    <Link
      className="notification-card"
      to={cardPath(key, { date: day, city: filters.city ?? null, why: null })}
    >
      Карточка
    </Link>
  )
}
