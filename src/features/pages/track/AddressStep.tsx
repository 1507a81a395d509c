import { useId } from 'react'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'

interface AddressStepProps {
  address: string
  /** whether the page is being read */
  busy: boolean
  /** reason why the page could not be read */
  problem: string | null
  onChange(address: string): void
  onRead(): void
  onClose(): void
}

/** Longest text that the field accepts; the server removes marks of advertising before it measures the address. */
const LONGEST_TYPED = 4_000

/** First step of tracking a page: its address. */
export function AddressStep({ address, busy, problem, onChange, onRead, onClose }: AddressStepProps) {
  const id = useId()
  const blocked = busy || address.trim() === ''
  return (
    <Dialog
      title="Следить за ценой на сайте"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" form={id} variant="primary" blocked={blocked}>
            Прочитать
          </Button>
        </>
      }
    >
      {/* The browser's own check refuses an address without https://, which the server accepts. */}
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!blocked) onRead()
        }}
      >
        <TextField
          label="Адрес страницы товара"
          hint="Страница этой шины на сайте конкурента."
          type="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          maxLength={LONGEST_TYPED}
          readOnly={busy}
          value={address}
          onChange={onChange}
        />
      </form>
      <p className="track-status" role="status">
        {busy && 'Чтение страницы...'}
      </p>
      {problem !== null && <Alert>{problem}</Alert>}
    </Dialog>
  )
}
