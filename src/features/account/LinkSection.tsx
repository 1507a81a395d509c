import { type ReactNode, useId } from 'react'
import type { LinkStatus } from '../../../contract/legacy/link-status.ts'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'

interface LinkSectionProps {
  icon: CabinetIconName
  title: string
  status: LinkStatus | 'checking'
  /** status of the channel as text */
  words: string
  action: ReactNode
  /**
   * longest texts of the status and of the button; their width is reserved, so that nothing moves when the status
   * changes
   */
  room: { words: string; action: string }
  /** messages about the last action */
  children: ReactNode
}

/**
 * Section of one channel through which the user is contacted: name, status, button, and messages about the last action.
 */
export function LinkSection({ icon, title, status, words, action, room, children }: LinkSectionProps) {
  const id = useId()
  return (
    <section
      className="link-section bg-raised border rounded-lg flex flex-wrap items-center gap-12-16"
      aria-labelledby={id}
      data-status={status}
    >
      <span className="link-icon grid place-items-center text-muted bg-sunken">
        <CabinetIcon name={icon} />
      </span>
      <div className="link-words grid gap-2 min-w-0" data-room={room.words}>
        <h2 id={id}>{title}</h2>
        <p role="status">{words}</p>
      </div>
      <div className="link-action grid ml-auto">
        <span className="button link-room" data-room={room.action} />
        {action}
      </div>
      <div className="link-messages grid gap-8">{children}</div>
    </section>
  )
}
