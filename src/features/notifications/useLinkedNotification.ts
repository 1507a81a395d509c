import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/** Notification named by a link such as /profile/notifications?id=5. */
export interface LinkedNotification {
  id: string
  /** id of the navigation: following the same link again is a new visit */
  visit: string
}

export function useLinkedNotification(): LinkedNotification | null {
  const [query] = useSearchParams()
  const { key: visit } = useLocation()
  const id = query.get('id')?.trim() ?? ''
  return useMemo(() => (id === '' ? null : { id, visit }), [id, visit])
}
