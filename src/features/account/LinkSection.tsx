import { type ReactNode, useId } from 'react'
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

/**
 * Section of one channel through which the user is contacted: name, status, control, and messages about the last action.
 */
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
