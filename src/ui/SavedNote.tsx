import { formatMoment } from './format-moment.ts'
import { Icon } from './Icon.tsx'

/** When what is shown was saved; nothing where it came from the network just now. */
export function SavedNote({ savedAt }: { savedAt: string | null | undefined }) {
  if (!savedAt) return null
  return (
    <p className="saved-note" role="status">
      <Icon name="clock" />
      Сохранено <time dateTime={savedAt}>{formatMoment(savedAt)}</time>
    </p>
  )
}
