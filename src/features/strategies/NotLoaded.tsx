import { failureText } from '../../data/companion-calls.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'

interface NotLoadedProps {
  error: Error
  /** what could not be loaded, as the beginning of a sentence; '' to say only why */
  words?: string
  onRetry(): void
}

/** Reason why something could not be loaded, with a button to try again. */
export function NotLoaded({ error, words = '', onRetry }: NotLoadedProps) {
  return (
    <Alert action={<Button onClick={onRetry}>Повторить</Button>}>
      {words}
      {failureText(error)}
    </Alert>
  )
}
