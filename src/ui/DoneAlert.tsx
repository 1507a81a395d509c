import { Alert } from './Alert.tsx'

interface DoneAlertProps {
  /** nothing is displayed without words */
  words: string | null | undefined
  onDismiss(): void
}

/** Message that an action has succeeded, which the user can dismiss. */
export function DoneAlert({ words, onDismiss }: DoneAlertProps) {
  if (words == null) return null
  return (
    <Alert tone="success" onDismiss={onDismiss}>
      {words}
    </Alert>
  )
}
