import { type FormEvent, useId, useState } from 'react'
import { type SavedView, viewName } from '../../../contract/views/saved-view.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NAME_TAKEN, NameField, sameName } from './NameField.tsx'
import type { ViewStore } from './view-stores.ts'
import { VIEW_ACTION } from './view-text.ts'

interface RenameDialogProps {
  view: SavedView
  /** views whose names are taken */
  others: readonly SavedView[]
  store: ViewStore
  onClose(): void
}

export function RenameDialog({ view, others, store, onClose }: RenameDialogProps) {
  const [typed, setTyped] = useState(view.name)
  const { busy, problem, run } = useAction(VIEW_ACTION)
  const form = useId()
  const name = viewName(typed)
  const taken = sameName(others, name) !== undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name === null || taken) return
    if (await run(() => store.save({ ...view, name }))) onClose()
  }

  return (
    <Dialog
      title="Переименовать вид"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" form={form} variant="primary" blocked={name === null || taken || busy}>
            Переименовать
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <NameField value={typed} onChange={setTyped} problem={taken ? NAME_TAKEN : undefined} />
      </form>
      {problem !== null && <Alert>{problem}</Alert>}
    </Dialog>
  )
}
