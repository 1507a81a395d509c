import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CabinetIcon } from './CabinetIcon.tsx'

/** Button that copies a text and displays whether that succeeded. */
export function CopyButton({ text, label = 'Скопировать' }: { text: string; label?: string }) {
  const [outcome, setOutcome] = useState('')
  const copy = async () => {
    setOutcome('')
    try {
      // Fails without HTTPS, where the clipboard API is missing, and if permission is denied.
      await navigator.clipboard.writeText(text)
      setOutcome('Скопировано')
    } catch {
      setOutcome('Не удалось: выделите и скопируйте сами.')
    }
  }
  return (
    <>
      <Button onClick={() => void copy()}>
        <CabinetIcon name="copy" />
        {label}
      </Button>
      <span className="field-hint copy-outcome" role="status">
        {outcome}
      </span>
    </>
  )
}
