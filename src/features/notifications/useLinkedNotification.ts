import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/** Notification named in the URL, for example /profile/notifications?id=5. */
export interface LinkedNotification {
  id: string
  /** key of the navigation; it differs if the same link is followed again */
  visit: string
}

export function useLinkedNotification(): LinkedNotification | null {
  const [query] = useSearchParams()
  const { key: visit } = useLocation()
  const id = query.get('id')?.trim() ?? ''
  return useMemo(() => (id === '' ? null : { id, visit }), [id, visit])
}
