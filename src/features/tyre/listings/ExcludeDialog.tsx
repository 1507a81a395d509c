import { useId, useState } from 'react'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'

interface ExcludeDialogProps {
  site: string
  /** throws if the server refuses */
  exclude(reason: string): Promise<void>
  onClose(): void
}

const SUGGESTIONS = ['год выпуска', 'б/у', 'с диском']
const LONGEST = 200

/** Dialog that asks why a listing is left out of the figures. */
export function ExcludeDialog({ site, exclude, onClose }: ExcludeDialogProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const { busy, problem, run } = useAction()
  const given = reason.trim()
  return (
    <Dialog
      title={`Не сравнивать цены ${site}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" form={id} variant="primary" blocked={busy || given === ''}>
            {busy ? 'Подождите...' : 'Не сравнивать'}
          </Button>
        </>
      }
    >
      <p>Эти цены не попадут в отчёты, пока вы не выберете «Сравнивать снова».</p>
      <form
        id={id}
        className="field"
        onSubmit={(event) => {
          event.preventDefault()
          if (given !== '') void run(() => exclude(given)).then((done) => done && onClose())
        }}
      >
        <TextField
          label="Причина"
          autoComplete="off"
          maxLength={LONGEST}
          value={reason}
          onChange={setReason}
        />
        <span className="tyre-suggestions">
          {SUGGESTIONS.map((words) => (
            <Button key={words} variant="quiet" onClick={() => setReason(words)}>
              {words}
            </Button>
          ))}
        </span>
      </form>
      {problem !== null && <Alert>{problem}</Alert>}
    </Dialog>
  )
}
