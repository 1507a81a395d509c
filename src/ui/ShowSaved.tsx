import { Button } from './Button.tsx'
import { formatMoment } from './format-moment.ts'

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
