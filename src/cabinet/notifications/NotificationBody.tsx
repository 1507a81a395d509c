import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { changesPath } from '../../../contract/changes-path.ts'
import type { Notification } from '../../../contract/read/notifications.ts'

/** The report with a notification's prices; null if it does not identify them. */
export function reportPath({ site, vehicle, day, type }: Notification): string | null {
  return site === '' || day === null || type === 'invitation' ? null : changesPath(day, { site, vehicle })
}

/** The body's lines unchanged; each line about a tyre links to that tyre in the price changes. */
export function NotificationBody({ notification }: { notification: Notification }) {
  const { body, tyres, site, vehicle, day } = notification
  if (tyres.length === 0 || reportPath(notification) === null || day === null) return body
  const byLine = new Map(tyres.map(({ line, filters }) => [line, filters]))
  return body.split('\n').map((line, index) => {
    const filters = byLine.get(index)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a body never change
      <Fragment key={index}>
        {index > 0 && '\n'}
        {filters ? <Link to={changesPath(day, { ...filters, site, vehicle })}>{line}</Link> : line}
      </Fragment>
    )
  })
}
