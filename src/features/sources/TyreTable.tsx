import { memo, type ReactNode } from 'react'
import { OFFER_VALUES, PLACE_FIELDS } from '../../../contract/offers/offer-values.ts'
import {
  HEADING,
  NO_TYRE,
  type Numbered,
  type SampleOffer,
  type SampleTyre,
} from '../../../contract/sources/sample.ts'
import { DataTable } from '../cabinet/DataTable.tsx'
import { formatCount, NUMBER_LABELS } from './texts.ts'

const VALUES = OFFER_VALUES.map((value) => PLACE_FIELDS[value].mapping)
const COLUMNS = ['Шина', 'Размер', 'Свойства', 'Город, склад', ...VALUES.map(({ short }) => short)]

/** Maximum number of a tyre's offers that are displayed one by one. */
const OFFERS_SHOWN = 3

interface TyreTableProps {
  tyres: readonly SampleTyre[]
  label: string
  numbered: Numbered
}

/** Records that would be imported or rejected. Memoised, because typing above renders the parent. */
export const TyreTable = memo(function TyreTable({ tyres, label, numbered }: TyreTableProps) {
  return (
    <Scrolled label={`Таблица: ${label}`}>
      <DataTable
        long
        className="tyre-table"
        aria-label={label}
        columns={[NUMBER_LABELS[numbered], ...COLUMNS]}
      >
        {tyres.map((tyre, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several records may stand in one line
          <TyreRow key={index} tyre={tyre} number={NUMBER_LABELS[numbered]} />
        ))}
      </DataTable>
    </Scrolled>
  )
})

function TyreRow({ tyre, number }: { tyre: SampleTyre; number: string }) {
  const { line, specs, offers, problem, condition, year } = tyre
  const shown = offers.slice(0, OFFERS_SHOWN)
  const hidden = offers.length - shown.length
  const cell = (of: (offer: SampleOffer) => string) =>
    shown.map((offer, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the offers of a record have no other name
      <span key={index} className="tyre-offer block nowrap">
        {of(offer)}
      </span>
    ))
  return (
    <tr data-problem={problem !== null || undefined}>
      <td data-label={number}>{line}</td>
      <th scope="row">
        <span className="tyre-name block">{specs.name || specs.article || '—'}</span>
        <span className="block text-12 text-muted">
          {[specs.brand, ...numberWords(tyre)].filter(Boolean).join(', ')}
        </span>
        {problem !== null && (
          <span
            className={
              problem === HEADING || problem === NO_TYRE
                ? 'tyre-heading block text-12 text-muted'
                : 'block text-13 text-danger'
            }
          >
            {problem}
          </span>
        )}
      </th>
      <td data-label="Размер" className="nowrap">
        {sizeWords(tyre)}
      </td>
      <td data-label="Свойства">
        {[
          condition,
          specs.season,
          specs.vehicleType,
          specs.loadIndex + specs.speedIndex,
          year && `${year} г.`,
        ]
          .filter(Boolean)
          .join(', ') || '—'}
      </td>
      <td data-label="Город, склад">
        {cell(({ city, warehouse }) => [city, warehouse].filter(Boolean).join(', ') || '—')}
        {hidden > 0 && <span className="tyre-offer block text-12 text-muted nowrap">и ещё {hidden}</span>}
      </td>
      {VALUES.map(({ name, short }) => (
        <td key={name} data-label={short}>
          {cell((offer) => formatCount(offer[name]))}
        </td>
      ))}
    </tr>
  )
}

/** Returns the article, unless it stands in place of the name, and the listing's other identifiers. */
const numberWords = ({ specs, code, barcode }: SampleTyre): string[] => [
  specs.name === '' ? '' : specs.article,
  // The code of a page without the shop's own number is its address.
  code && !code.startsWith('›') ? `код ${code}` : '',
  barcode ? `штрихкод ${barcode}` : '',
]

function sizeWords({ specs: { width, height, diameter } }: SampleTyre): string {
  const section = [width, height].filter(Boolean).join('/')
  return [section, diameter && `R${diameter.replace(/^Z?R/i, '')}`].filter(Boolean).join(' ') || '—'
}

interface ScrolledProps {
  label: string
  className?: string
  children: ReactNode
}

/** Section that scrolls its content and can be scrolled by keyboard. */
export function Scrolled({ label, className = '', children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only what has the focus
    <section className={`data-panel scrolled ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
