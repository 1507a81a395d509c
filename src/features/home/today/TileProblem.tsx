import { failureText } from '../../../data/companion-calls.ts'
import { OfflineMissError } from '../../../data/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Tile } from './Tile.tsx'

interface TileProblemProps {
  title: string
  error: Error
  onRetry(): void
}

/** Error message in place of the numbers. Not an alert, because the numbers are only a supplement. */
export function TileProblem({ title, error, onRetry }: TileProblemProps) {
  return (
    <Tile
      title={title}
      foot={
        <Button variant="quiet" onClick={onRetry}>
          Повторить
        </Button>
      }
    >
      <p className="today-words" role="status">
        {error instanceof OfflineMissError
          ? 'Нет сети, и на устройстве этого ещё нет.'
          : `Не удалось загрузить: ${failureText(error)}`}
      </p>
    </Tile>
  )
}
