import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import {
  type FoundPrice,
  MAX_CITY_LENGTH,
  type PageReadingAnswer,
  type TrackedPage,
} from '../../../../contract/pages/tracked-page.ts'
import { trackPage } from '../../../data/page-queries.ts'
import { filterOptionsQuery } from '../../../data/report-queries.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FieldSet, TextField } from '../../../ui/Field.tsx'
import { firstChoice, priceDetails, roublesText, standsText } from './page-text.tsx'

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
      <div className="gap-2 grid gap-12 min-w-0">
        {title !== '' && <p className="text-plain wrap-anywhere">{title}</p>}
        <p className="track-site flex flex-wrap text-14 wrap-anywhere">
          {site}{' '}
          <a
            className="page-link link inline-flex items-center nowrap"
            href={address}
            target="_blank"
            rel="noopener noreferrer"
          >
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
          className="grid gap-12 min-w-0"
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
            maxLength={MAX_CITY_LENGTH}
            value={city}
            onChange={setCity}
          />
        </form>
      )}
      {problem !== null && <Alert>{problem}</Alert>}
    </Dialog>
  )
}

interface PriceOptionsProps {
  prices: readonly FoundPrice[]
  /** index of the selected price; null for none */
  chosen: number | null
  onChoose(at: number): void
}

/**
 * Radio buttons of the prices that were found on a page: those that the page states in its code, and below them those of
 * its texts, which are open at first only if they are needed.
 */
function PriceOptions({ prices, chosen, onChoose }: PriceOptionsProps) {
  const group = useId()
  const indices = [...prices.keys()]
  const stated = indices.filter((at) => prices[at]?.mark === null)
  const texts = indices.filter((at) => prices[at]?.mark !== null)
  const [open] = useState(
    () => (chosen !== null && texts.includes(chosen)) || stated.every((at) => prices[at]?.price === null),
  )
  const option = (at: number) => (
    <FoundPriceOption
      key={at}
      found={prices[at] as FoundPrice}
      group={group}
      checked={at === chosen}
      onChoose={() => onChoose(at)}
    />
  )
  return (
    <FieldSet className="found-prices grid gap-8" label="Цены на странице">
      {stated.map(option)}
      {texts.length > 0 && (
        <details className="disclosure found-texts" open={open}>
          <summary>Цены в тексте страницы: {texts.length}</summary>
          <div className="found-prices grid gap-8 m-0 min-w-0">{texts.map(option)}</div>
        </details>
      )}
    </FieldSet>
  )
}

interface FoundPriceOptionProps {
  found: FoundPrice
  group: string
  checked: boolean
  onChoose(): void
}

/** Radio button of a price that was found on a page, with where it stands and what speaks against it. */
function FoundPriceOption({ found, group, checked, onChoose }: FoundPriceOptionProps) {
  const id = useId()
  const { price, name, context, mark, problem, doubt } = found
  const details = priceDetails(found)
  const told = mark === null ? name : context
  const remarks = [problem !== '' && `${id}-problem`, doubt !== '' && `${id}-doubt`].filter(Boolean).join(' ')
  return (
    <div className="found-price rounded border" data-unusable={price === null || undefined}>
      <label className="found-price-choice flex gap-10 cursor-pointer">
        <input
          type="radio"
          name={group}
          checked={checked}
          disabled={price === null}
          aria-describedby={remarks || undefined}
          onChange={onChoose}
        />
        <span className="found-price-words">
          <span className="found-price-value font-semibold nowrap tabular-nums text-plain">
            {roublesText(price)}
          </span>{' '}
          {details !== '' && <span className="text-13 tabular-nums">{details}</span>}{' '}
          {/* All prices of the texts have the page's heading for their name. */}
          {told !== '' && <span className="found-price-name text-14 text-plain">{told}</span>}{' '}
          <span className="found-price-place text-13 tabular-nums">
            {mark !== null && (
              <>
                <span className="found-price-mark text-plain bg-highlight">№ {mark}</span>{' '}
              </>
            )}
            {standsText(found)}
          </span>
        </span>
      </label>
      {problem !== '' && (
        <p id={`${id}-problem`} className="found-price-problem text-13 wrap-anywhere">
          {problem}
        </p>
      )}
      {doubt !== '' && (
        <p id={`${id}-doubt`} className="found-price-doubt text-13 text-plain wrap-anywhere bg-highlight">
          {doubt}
        </p>
      )}
    </div>
  )
}

interface PagePreviewProps {
  /** texts of the page as HTML, in which marks number the prices */
  preview: string
}

/** Texts of a shop's page in a frame without scripts and without an origin, rendered once it is opened. */
function PagePreview({ preview }: PagePreviewProps) {
  const [opened, setOpened] = useState(false)
  if (preview === '') return null
  return (
    <details
      className="disclosure page-preview"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>Показать страницу</summary>
      {opened && <iframe title="Тексты страницы с номерами цен" sandbox="" srcDoc={preview} />}
    </details>
  )
}
