import { Ellipsis } from 'lucide'
import { useId, useState } from 'react'
import type { TyreListing } from '../../../../contract/matching/matching.ts'
import { useAction } from '../../../data/useAction.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { IconDrawing } from '../../../ui/Icon.tsx'
import { excludedText, matchText, numbersText } from './listing-text.ts'

export interface ListingAction {
  label: string
  act(): void
}

interface ListingItemProps {
  listing: TyreListing
  /** whether this user has reported the match */
  reported: boolean
  actions: readonly ListingAction[]
}

/** Site's own name and numbers of a tyre, and how they were matched. */
export function ListingItem({ listing, reported, actions }: ListingItemProps) {
  const { site, own, name, excluded } = listing
  const numbers = numbersText(listing)
  return (
    <li className="tyre-listing" data-excluded={excluded !== '' || undefined}>
      <p className="tyre-listing-head flex flex-wrap items-baseline text-plain">
        <b>{site}</b>
        {own && <span>наш сайт</span>}
        <span className="tyre-listing-match">{matchText(listing)}</span>
      </p>
      <p className="tyre-listing-name text-plain">{name}</p>
      {numbers !== '' && <p className="tyre-listing-numbers">{numbers}</p>}
      {excluded !== '' && <p className="tyre-listing-note text-13 font-semibold">{excludedText(listing)}</p>}
      {reported && <p className="tyre-listing-note text-13 font-semibold">Сообщено</p>}
      {actions.length > 0 && (
        <ActionMenu
          label={`Действия: ${site}, ${name}`}
          icon={<IconDrawing of={Ellipsis} />}
          actions={actions}
          onChoose={({ act }) => act()}
        />
      )}
    </li>
  )
}

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
        <span className="tyre-suggestions flex flex-wrap gap-4">
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
