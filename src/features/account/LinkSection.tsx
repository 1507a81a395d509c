import { type ReactNode, useId } from 'react'
import type { LinkStatus } from '../../../contract/legacy/link-status.ts'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'

interface LinkSectionProps {
  icon: CabinetIconName
  title: string
  status: LinkStatus | 'checking'
  /** status as text */
  words: string
  action: ReactNode
  /**
   * longest status text and action label; their space is reserved in every state, so that nothing moves under a
   * finger
   */
  room: { words: string; action: string }
  /** messages about the last action */
  children: ReactNode
}

/** Section of one channel to contact the user: name, status, available action, and its result. */
export function LinkSection({ icon, title, status, words, action, room, children }: LinkSectionProps) {
  const id = useId()
  return (
    <section className="link-section" aria-labelledby={id} data-status={status}>
      <span className="link-icon">
        <CabinetIcon name={icon} />
      </span>
      <div className="link-words" data-room={room.words}>
        <h2 id={id}>{title}</h2>
        <p role="status">{words}</p>
      </div>
      <div className="link-action">
        <span className="button link-room" data-room={room.action} />
        {action}
      </div>
      <div className="link-messages">{children}</div>
    </section>
  )
}
