import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { formatDay } from '../../ui/format-moment.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { PlacePrice } from '../market/market.ts'
import { FIGURE_NAMES, money, percent } from '../market/price-texts.ts'
import { listingsQuery } from './listings/listing-queries.ts'
import { otherNames } from './listings/listing-text.ts'
import { useEscape } from './useEscape.ts'
import { explain, type Question } from './why.ts'
import './why.css'

interface WhySectionProps {
  /** key of the tyre whose listings are named; null if the server does not offer them */
  tyre: string | null
  /** name of the tyre */
  name: string
  question: Question
  /** city of the figure; null for all cities */
  city: string | null
  /** a new object for each request to explain a figure; each one moves the focus to the explanation */
  asked: unknown
  onClose(): void
}

/** Explanation of a figure: the prices used, the prices left out, and the calculation (specification 15.3). */
export function WhySection({ tyre, name, question, city, asked, onClose }: WhySectionProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useRef<HTMLElement>(null)
  const asker = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever asks is led to the answer
  useEffect(() => {
    const { activeElement } = document
    if (!section.current?.contains(activeElement)) asker.current = activeElement
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])
  const close = () => {
    const { activeElement } = document
    // The body counts as having no focused element: Safari does not focus a clicked button.
    const isAsked = asker.current?.isConnected && asker.current !== document.body
    const next = isAsked ? asker.current : section.current?.closest('article')?.querySelector('h2')
    const had = activeElement === document.body || section.current?.contains(activeElement)
    if (had && next instanceof HTMLElement) next.focus()
    onClose()
  }
  useEscape(close, true)
  const { data } = useQuery({ ...listingsQuery(tyre ?? ''), enabled: tyre !== null })
  const names = otherNames(name, data?.listings ?? [])
  const { prices, leftOut, formula, result, doubt } = explain(question)
  const { figure, kind, shown } = question
  const value = shown ?? result
  const words = typeof value === 'number' ? (figure === 'deviation' ? percent(value) : money(value)) : value
  return (
    <section ref={section} className="tyre-section grid grid-cols-1 min-w-0 tyre-why" aria-labelledby={id}>
      <div className="tyre-section-head flex flex-wrap items-center justify-between gap-8">
        <h3 id={id} ref={heading} tabIndex={-1}>
          Почему {FIGURE_NAMES[figure]} {words}
          <span className="font-normal text-muted"> · {city ?? 'все города'}</span>
        </h3>
        <button type="button" className="icon-button" aria-label="Закрыть объяснение" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {doubt !== null && <p className="tyre-doubt text-14 bg-highlight rounded">{doubt}</p>}
      {formula.length > 0 && (
        <ul className="grid gap-4 list-none text-15 tabular-nums" aria-label="Расчёт">
          {formula.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {prices.length > 0 ? (
        <table className="tyre-reasons tabular-nums text-14">
          <caption>Учтены, по возрастанию</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Номер</th>
              <th scope="col">Где</th>
              <th scope="col">С какого дня</th>
              <th scope="col">Цена</th>
            </tr>
          </thead>
          <tbody>
            {prices.map(({ place, price, decides }, index) => (
              <tr key={keyOf(place)} className={decides ? 'font-semibold' : undefined}>
                <td>{index + 1}</td>
                <td>
                  {placeWords(place, city)}
                  {names.has(place.site) && (
                    <span className="block text-12 font-normal text-muted">{names.get(place.site)}</span>
                  )}
                </td>
                <td>{since(place.since[kind])}</td>
                <td>
                  {decides && (
                    <>
                      <span aria-hidden="true">● </span>
                      <span className="visually-hidden">определяет: </span>
                    </>
                  )}
                  {money(price)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="text-14">Ни одной цены здесь не видно.</p>
      )}
      {leftOut.length > 0 && (
        <details className="tyre-left text-13 text-muted" open={leftOut.length <= 4}>
          <summary>Не учтены: {leftOut.length}</summary>
          <ul>
            {leftOut.map(({ place, reason }) => (
              <li key={keyOf(place)}>
                {placeWords(place, city)} — {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const keyOf = ({ city, site, warehouse }: PlacePrice): string => JSON.stringify([city, site, warehouse])

const since = (day: string | null): string => (day === null ? '' : `с ${formatDay(day)}`)

function placeWords(place: PlacePrice, city: string | null): string {
  const parts = [place.site, place.warehouse, city === null ? place.city : '', place.own ? 'наш сайт' : '']
  return parts.filter(Boolean).join(' · ')
}
