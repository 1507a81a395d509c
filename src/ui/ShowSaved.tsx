import { Button } from './Button.tsx'
import { formatMoment } from './format-moment.ts'

interface ShowSavedProps {
  /** milliseconds since 1970; null where there is no copy to show */
  savedAt: number | null
  onShow(): void
}

/** The way to the copy beside an answer that failed (specification 6.4). */
export function ShowSaved({ savedAt, onShow }: ShowSavedProps) {
  if (savedAt === null) return null
  return (
    <Button variant="quiet" onClick={onShow}>
      Показать сохранённое от {formatMoment(savedAt)}
    </Button>
  )
}
