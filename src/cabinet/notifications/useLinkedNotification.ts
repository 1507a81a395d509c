import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/** The notification that a link such as /profile/notifications?id=5 names. */
export interface LinkedNotification {
  id: string
  /** names the visit: following the same link again is another one */
  visit: string
}

export function useLinkedNotification(): LinkedNotification | null {
  const [query] = useSearchParams()
  const { key: visit } = useLocation()
  const id = query.get('id')?.trim() ?? ''
  return useMemo(() => (id === '' ? null : { id, visit }), [id, visit])
}
