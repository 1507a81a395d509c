import { useId } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import type { SaveReport } from './useSaveReport.ts'
import './save-report.css'

/** Progress and outcome of saving. */
export default function SaveStatus({ save }: { save: SaveReport }) {
  const { progress, message } = save
  const id = useId()
  if (message) {
    return (
      <Alert tone={message.tone} onDismiss={save.dismiss}>
        {message.text}
      </Alert>
    )
  }
  if (!progress) return null
  const { saved, total } = progress
  const words = total === null ? `Сохранено ${saved}` : `Сохранено ${saved} из ${total}`
  return (
    <div className="save-status">
      <label htmlFor={id}>{words}</label>
      {/* Without a total the bar only says that something goes on. */}
      {total === null ? <progress id={id} /> : <progress id={id} max={total} value={saved} />}
      <Button variant="quiet" onClick={save.cancel}>
        Отменить
      </Button>
    </div>
  )
}
