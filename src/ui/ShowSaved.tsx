import { Button } from './Button.tsx'
import { formatMoment } from './format-moment.ts'

interface ShowSavedProps {
  /** milliseconds since 1970; null if there is no copy */
  savedAt: number | null
  onShow(): void
}

/** Button for the saved copy after a failed answer (specification 6.4). */
export function ShowSaved({ savedAt, onShow }: ShowSavedProps) {
  if (savedAt === null) return null
  return (
    <Button variant="quiet" onClick={onShow}>
      Показать сохранённое от {formatMoment(savedAt)}
    </Button>
  )
}
