import { Alert } from '../../../ui/Alert.tsx'
import { ProgressLine } from '../../../ui/ProgressLine.tsx'
import type { SaveReport } from './save-text.ts'

export interface SaveStatusProps {
  save: SaveReport
  onFocusLost(): void
}

/** Progress, then the result, of saving a report. */
export function SaveStatus({ save, onFocusLost }: SaveStatusProps) {
  const { progress, message } = save
  if (message) {
    return (
      <Alert tone={message.tone} onDismiss={save.dismiss}>
        {message.text}
      </Alert>
    )
  }
  if (!progress) return null
  const { saved, total } = progress
  const words = `Сохранено страниц: ${saved}${total === null ? '' : ` из ${total}`}`
  return (
    <ProgressLine words={words} done={saved} total={total} onCancel={save.cancel} onFocusLost={onFocusLost} />
  )
}
