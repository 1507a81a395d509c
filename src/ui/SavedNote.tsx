import { formatMoment } from './format-moment.ts'
import { Icon } from './Icon.tsx'

interface SavedNoteProps {
  /** ISO instant */
  savedAt: string | null | undefined
  /** status of the gateway that answered instead of the server */
  gateway?: number | null | undefined
}

/** Note when the data was saved and why a copy is displayed; renders nothing for an answer from the network. */
export function SavedNote({ savedAt, gateway }: SavedNoteProps) {
  if (!savedAt) return null
  return (
    <>
      <GatewayNote status={gateway} />
      <p className="saved-note" role="status">
        <Icon name="clock" />
        Сохранено <time dateTime={savedAt}>{formatMoment(savedAt)}</time>
      </p>
    </>
  )
}

/** Note that a gateway answered instead of the backend. */
export function GatewayNote({ status }: { status: number | null | undefined }) {
  if (!status) return null
  return (
    <p className="saved-note" role="status">
      <Icon name="offline" />
      Сервер не отвечает ({status})
    </p>
  )
}
