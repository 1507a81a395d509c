import { Button } from './Button.tsx'
import { formatMoment } from './format-moment.ts'
import { Icon } from './Icon.tsx'

interface SavedNoteProps {
  /** time when the copy was saved, ISO 8601; null or undefined for data from the network */
  savedAt: string | null | undefined
  /** status of the gateway that answered instead of the server; null or undefined without one */
  gateway?: number | null | undefined
}

/** Note when and why the displayed copy was saved; nothing for data from the network. */
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

interface ShowSavedProps {
  /** time when the copy was saved, in ms since 1970; null without a copy */
  savedAt: number | null
  onShow(): void
}

/** Button that displays the saved copy after a failed request (specification 6.4). */
export function ShowSaved({ savedAt, onShow }: ShowSavedProps) {
  if (savedAt === null) return null
  return (
    <Button variant="quiet" onClick={onShow}>
      Показать сохранённое от {formatMoment(savedAt)}
    </Button>
  )
}
