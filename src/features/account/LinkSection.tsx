import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useId } from 'react'
import type { LinkStatus } from '../../../contract/legacy/link-status.ts'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'

interface LinkSectionProps {
  /** id of the heading; created without it */
  id?: string
  icon: CabinetIconName
  title: string
  status: LinkStatus | 'checking' | undefined
  /** status of the channel as text */
  words: string
  /** longest text of the status, whose width is reserved, so that nothing moves when it changes */
  room?: string
  /** control of the channel */
  action: ReactNode
  /** messages about the last action */
  children: ReactNode
}

/** Section of a channel to the user: name, status, control, and messages about the last action. */
export function LinkSection(props: LinkSectionProps) {
  const { icon, title, status, words, room, action, children } = props
  const created = useId()
  const { id = created } = props
  return (
    <section
      className="link-section bg-raised border rounded-lg flex flex-wrap items-center gap-12-16"
      aria-labelledby={id}
      data-status={status}
    >
      <span className="link-icon grid place-items-center text-muted bg-sunken">
        <CabinetIcon name={icon} />
      </span>
      <div className="link-words grid gap-2 min-w-0" data-room={room}>
        <h2 id={id}>{title}</h2>
        <p role="status">{words}</p>
      </div>
      {action}
      <div className="link-messages grid gap-8">{children}</div>
    </section>
  )
}

/** Button of a channel, with room for its longest text. */
export function LinkAction({ room, children }: { room: string; children: ReactNode }) {
  return (
    <div className="link-action grid ml-auto">
      <span className="button link-room" data-room={room} />
      {children}
    </div>
  )
}

/** Returns the status of a linked channel. It is checked on mount and whenever the user returns to the window. */
export function useLinkStatus<Key extends QueryKey>(
  query: UseQueryOptions<LinkStatus, Error, LinkStatus, Key> & { queryKey: Key },
) {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(query)
  const check = useCallback(() => refetch({ cancelRefetch: false }), [refetch])
  useReturn(check)
  const status: LinkStatus | 'checking' = error ? 'unknown' : (data ?? 'checking')
  return {
    status,
    error,
    /** Joins a check that is already running; `reread` cancels it. */
    check,
    reread: refetch,
    /** Sets the status without a check. */
    async know(status: LinkStatus) {
      // Cancels a running check, which would return the former status.
      await queries.cancelQueries({ queryKey: query.queryKey })
      queries.setQueryData<LinkStatus>(query.queryKey, status)
    },
  }
}

/** Calls the callback when the user returns: the window is focused, or the tab becomes visible. */
export function useReturn(callback: () => void): void {
  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'visible') callback()
    }
    window.addEventListener('focus', callback)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      window.removeEventListener('focus', callback)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [callback])
}

/** Message displayed instead of sending a request without a token (specification 3.7). */
export const NOT_SIGNED_IN = 'Вы неавторизованы.'
