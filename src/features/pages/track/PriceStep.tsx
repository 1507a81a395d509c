import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import {
  LONGEST_CITY,
  type PageReadingAnswer,
  type TrackedPage,
} from '../../../../contract/pages/tracked-page.ts'
import { trackPage } from '../../../data/page-queries.ts'
import { filterOptionsQuery } from '../../../data/report-queries.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { firstChoice } from './first-choice.ts'
import { PagePreview } from './PagePreview.tsx'
import { PriceOptions } from './PriceOptions.tsx'
import { roublesText } from './page-text.ts'

interface PriceStepProps {
  reading: PageReadingAnswer
  /** tracked page that was read again; null for a new one */
  page: TrackedPage | null
  onTracked(page: TrackedPage): Promise<void>
  onBack(): void
  onClose(): void
}

/** Second step of tracking a page: which of the found prices is the tyre's, and in which city. */
export function PriceStep({ reading, page, onTracked, onBack, onClose }: PriceStepProps) {
  const id = useId()
  const { site, address, title, prices, tyre_name: tyre, market, tracked } = reading
  const { data: options } = useQuery(filterOptionsQuery)
  const [chosen, setChosen] = useState(() => firstChoice(reading, page))
  const [city, setCity] = useState(page?.city ?? reading.city)
  const { busy, problem, dismiss, run } = useAction()
  const form = useRef<HTMLFormElement>(null)
  // The dialog focuses its first control, the link. The person has to check the price.
  useEffect(() => {
    const prices = form.current
    const first =
      prices?.querySelector<HTMLElement>(':checked') ??
      prices?.querySelector<HTMLElement>('[type=radio]:enabled')
    first?.focus()
  }, [])
  const confirm = () => {
    if (chosen === null) return
    void run(async () => {
      await onTracked(await trackPage({ reading: reading.reading, price: chosen, city: city.trim() }))
    })
  }
  const isDoubtful = chosen !== null && prices[chosen]?.doubt !== ''
  return (
    <Dialog
      title={prices.length === 0 ? 'Следить за ценой на сайте' : 'Выберите цену'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>Назад</Button>
          {prices.length > 0 && (
            <Button type="submit" form={id} variant="primary" blocked={busy || chosen === null}>
              <span className="steady" data-widest="Следить всё равно">
                {busy ? 'Подождите...' : isDoubtful ? 'Следить всё равно' : 'Следить'}
              </span>
            </Button>
          )}
        </>
      }
    >
      <p className="text-14 wrap-anywhere">
        Наша шина: {tyre}
        {market !== null && `, на рынке ${roublesText(market)}`}
      </p>
      {tracked && (
        <p className="p-8-12 text-14 rounded bg-sunken" role="note">
          За этой страницей уже следят{tracked.added_by !== '' && ` (${tracked.added_by})`}
          {tracked.price !== null && `: ${roublesText(tracked.price)}`}.
        </p>
      )}
      <div className="track-page">
        {title !== '' && <p className="text-plain wrap-anywhere">{title}</p>}
        <p className="track-site">
          {site}{' '}
          <a href={address} target="_blank" rel="noopener noreferrer">
            Открыть страницу
          </a>
        </p>
      </div>
      {prices.length === 0 ? (
        <p>Цен на странице не видно.</p>
      ) : (
        <form
          id={id}
          ref={form}
          className="track-form"
          onSubmit={(event) => {
            event.preventDefault()
            confirm()
          }}
        >
          <PriceOptions
            prices={prices}
            chosen={chosen}
            onChoose={(at) => {
              dismiss()
              setChosen(at)
            }}
          />
          <PagePreview preview={reading.preview} />
          <TextField
            label="Город"
            suggestions={options?.lists.city ?? []}
            hint="Если цена на странице только для одного города."
            autoComplete="off"
            maxLength={LONGEST_CITY}
            value={city}
            onChange={setCity}
          />
        </form>
      )}
      {problem !== null && <Alert>{problem}</Alert>}
    </Dialog>
  )
}
