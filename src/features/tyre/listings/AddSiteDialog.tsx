import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListingAnswer } from '../../../../contract/matching/matching.ts'
import { failureText } from '../../../data/companion-calls.ts'
import { needsConfirmation } from '../../../data/matching-queries.ts'
import { useAction } from '../../../data/useAction.ts'
import { useSettled } from '../../../lib/useSettled.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { money } from '../../market/price-texts.ts'
import { listingSearchQuery, MAX_FOUND, SHORTEST_SEARCH } from './listing-queries.ts'
import { numbersText } from './listing-text.ts'

interface AddSiteDialogProps {
  /** ids of the tyre's listings, which are not offered */
  present: ReadonlySet<number>
  /** attaches a listing, or throws if the server refuses. @param shared whether the site may have several */
  attach(listing: ListingAnswer, shared: boolean): Promise<void>
  onClose(): void
}

/** Pause in ms after the last letter before the search. */
const PAUSE_MS = 300
const LONGEST = 200

export function AddSiteDialog({ present, attach, onClose }: AddSiteDialogProps) {
  const [typed, setTyped] = useState('')
  /** listing whose site the tyre already has, and the server's words about it */
  const [doubted, setDoubted] = useState<{ listing: ListingAnswer; words: string } | null>(null)
  const { busy, problem, dismiss, run } = useAction()
  const send = (listing: ListingAnswer, shared: boolean) =>
    void run(async () => {
      try {
        await attach(listing, shared)
      } catch (error) {
        if (shared || !needsConfirmation(error)) throw error
        return setDoubted({ listing, words: failureText(error) })
      }
      onClose()
    })
  if (doubted)
    return (
      <ConfirmDialog
        key="doubted"
        title="Второе предложение сайта?"
        agree="Добавить второе"
        cancel="Назад"
        busy={busy}
        problem={problem}
        onAgree={() => send(doubted.listing, true)}
        onClose={() => setDoubted(null)}
      >
        <p>{doubted.words} Добавьте второе, если это тоже она: на каждом складе учтут меньшую цену.</p>
        <p className="tyre-listing-name text-plain">{doubted.listing.name}</p>
      </ConfirmDialog>
    )
  return (
    <Dialog
      key="search"
      title="Добавить сайт"
      onClose={onClose}
      actions={<Button onClick={onClose}>Закрыть</Button>}
    >
      <TextField
        label="Название, артикул, код или штрихкод у сайта"
        type="search"
        autoComplete="off"
        maxLength={LONGEST}
        value={typed}
        onChange={setTyped}
      />
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <Found text={typed.trim()} present={present} blocked={busy} onAdd={(one) => send(one, false)} />
    </Dialog>
  )
}

interface FoundProps {
  text: string
  present: ReadonlySet<number>
  blocked: boolean
  onAdd(listing: ListingAnswer): void
}

function Found({ text, present, blocked, onAdd }: FoundProps) {
  const settled = useSettled(text, PAUSE_MS)
  const { data, error, isPlaceholderData, refetch } = useQuery(listingSearchQuery(settled))
  const isShort = text.length < SHORTEST_SEARCH
  const waits = !isShort && !error && (settled !== text || !data || isPlaceholderData)
  const found = isShort || error ? [] : (data ?? []).filter(({ id }) => !present.has(id))
  const words = isShort
    ? 'Введите хотя бы две буквы или цифры.'
    : waits
      ? 'Поиск...'
      : found.length === 0
        ? 'Ничего не нашлось.'
        : (data ?? []).length >= MAX_FOUND
          ? `Показаны первые ${MAX_FOUND}: уточните запрос.`
          : ''
  if (error && !isShort)
    return (
      <Alert action={<Button onClick={() => void refetch()}>Повторить</Button>}>{failureText(error)}</Alert>
    )
  return (
    <>
      <p className="tyre-found-note" role="status">
        {words}
      </p>
      <ul className="tyre-found grid list-none" aria-label="Найденные предложения" aria-busy={waits}>
        {found.map((listing) => (
          <li key={listing.id}>
            <p className="tyre-listing-head flex flex-wrap items-baseline text-plain">
              <b>{listing.site}</b>
              <span>{listing.price === null ? 'цены нет' : `${money(listing.price)} ₽`}</span>
            </p>
            <p className="tyre-listing-name text-plain">{listing.name}</p>
            <p className="tyre-listing-numbers">{numbersText(listing)}</p>
            <Button
              aria-label={`Добавить: ${listing.site}, ${listing.name}`}
              blocked={blocked}
              onClick={() => onAdd(listing)}
            >
              Добавить
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
