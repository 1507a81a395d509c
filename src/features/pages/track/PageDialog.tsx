import { useEffect, useEffectEvent, useId, useState } from 'react'
import { PAGE_CALLS } from '../../../../contract/pages/page-calls.ts'
import type { PageReadingAnswer, TrackedPage } from '../../../../contract/pages/tracked-page.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { PriceStep } from './PriceStep.tsx'
import type { PageQuestion, usePageActions } from './page-actions.ts'
import { roublesText } from './page-text.tsx'

interface PageDialogProps extends Pick<ReturnType<typeof usePageActions>, 'finish' | 'refresh' | 'close'> {
  question: PageQuestion
}

export function PageDialog({ question, finish, refresh, close }: PageDialogProps) {
  if (question.kind === 'remove')
    return <RemoveDialog page={question.page} finish={finish} refresh={refresh} close={close} />
  return (
    <TrackDialog
      tyre={question.tyre}
      page={question.page}
      onTracked={({ site, price }) => finish(`За ценой на ${site} теперь следят: ${roublesText(price)}.`)}
      onClose={close}
    />
  )
}

type RemoveDialogProps = Omit<PageDialogProps, 'question'> & { page: TrackedPage }

function RemoveDialog({ page: { id, site, tyre_name: name }, finish, refresh, close }: RemoveDialogProps) {
  const { busy, problem, run } = useAction()
  const remove = async () => {
    try {
      await call(PAGE_CALLS.remove, { id })
    } catch (error) {
      // Another person may have removed the page.
      await refresh()
      throw error
    }
    await finish(`За ценой на ${site} больше не следят.`)
  }
  return (
    <ConfirmDialog
      title={`Больше не следить за ценой на ${site}?`}
      agree="Больше не следить"
      busy={busy}
      problem={problem}
      onAgree={() => void run(remove)}
      onClose={close}
    >
      <p>
        {name}: страницу больше не будут читать. Цены прежних дней останутся; из последнего дня цена уйдёт со
        следующей загрузкой цен этого сайта.
      </p>
    </ConfirmDialog>
  )
}

interface TrackDialogProps {
  tyre: string
  /** tracked page that is read again; null for a new one */
  page: TrackedPage | null
  /** called once the page is tracked; the dialog stays open until the returned promise resolves */
  onTracked(page: TrackedPage): Promise<void>
  onClose(): void
}

/**
 * Dialog that reads a shop's page and tracks the price that the person confirms (specification 23.3). It begins with the
 * address, and reads a known page at once.
 */
function TrackDialog({ tyre, page, onTracked, onClose }: TrackDialogProps) {
  const [address, setAddress] = useState(page?.address ?? '')
  const [reading, setReading] = useState<PageReadingAnswer | null>(null)
  // The latest reading counts: in StrictMode, the first one of a known page is aborted.
  const { busy, problem, dismiss, run } = useAction({ latest: true })
  const read = () =>
    void run(async (signal) => {
      const answer = await call(PAGE_CALLS.read, { tyre, address: address.trim() }, signal)
      if (!signal.aborted) setReading(answer)
    })
  const readKnown = useEffectEvent(() => {
    if (page) read()
  })
  useEffect(() => readKnown(), [])
  return reading === null ? (
    <AddressStep
      address={address}
      busy={busy}
      problem={problem}
      onChange={(typed) => {
        dismiss()
        setAddress(typed)
      }}
      onRead={read}
      onClose={onClose}
    />
  ) : (
    <PriceStep
      reading={reading}
      page={page}
      onTracked={onTracked}
      onBack={() => setReading(null)}
      onClose={onClose}
    />
  )
}

interface AddressStepProps {
  address: string
  busy: boolean
  /** reason why the page could not be read */
  problem: string | null
  onChange(address: string): void
  onRead(): void
  onClose(): void
}

/** Longest text that the field accepts; the server removes marks of advertising before it measures the address. */
const MAX_TYPED_LENGTH = 4_000

/** First step of tracking a page: its address. */
function AddressStep({ address, busy, problem, onChange, onRead, onClose }: AddressStepProps) {
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
          maxLength={MAX_TYPED_LENGTH}
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
