import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import type { GridColumn } from '../../../grid/grid-column.ts'
import type { ColumnLayout, ColumnsOfPage } from './apply-settings.ts'
import { type ColumnSettings, moved, readColumns, resized, toggled, writeColumns } from './column-settings.ts'
import { type Choosable, type Section, sectionsOf } from './facets.ts'
import { gridWidth, widerBy, withWidth } from './widths.ts'
import './columns.css'

interface ColumnsDialogProps {
  page: ColumnsOfPage
  arranged: ColumnLayout
  onChange(settings: ColumnSettings): void
  onClose(): void
}

/** Dialog that hides, orders and resizes the page's facets. Each change applies to the table at once. */
export function ColumnsDialog({
  page: { columns, layout },
  arranged: { settings, sparse },
  onChange,
  onClose,
}: ColumnsDialogProps) {
  const [announced, setAnnounced] = useState('')
  const sections = sectionsOf(columns, layout, settings.order)
  const change = (next: ColumnSettings, words = '') => {
    onChange(next)
    setAnnounced(words)
  }
  return (
    <Dialog
      title="Столбцы"
      onClose={onClose}
      actions={
        <>
          <Button
            variant="quiet"
            blocked={writeColumns(settings).length === 0}
            onClick={() => onChange(readColumns([]))}
          >
            Вернуть как было
          </Button>
          <Button variant="primary" onClick={onClose}>
            Готово
          </Button>
        </>
      }
    >
      <p>
        {layout === 'table' ? 'Артикул, бренд и название остаются' : 'Шина остаётся'} всегда. Файл «Скачать
        эту таблицу» не меняется, «Скачать как на экране» — со своими столбцами.
      </p>
      <div className="column-choices grid gap-6 text-plain">
        <label>
          <input
            type="checkbox"
            checked={settings.folded}
            onChange={() => onChange({ ...settings, folded: !settings.folded })}
          />
          <span>
            Скрыть почти пустые: {sparse}
            <small>
              Заполнены меньше чем у одной из десяти шин этой страницы, кроме столбцов наших сайтов.
            </small>
          </span>
        </label>
        {layout === 'table' && columns.some(({ own }) => own) && (
          <label>
            <input
              type="checkbox"
              checked={settings.ownFirst}
              onChange={() => onChange({ ...settings, ownFirst: !settings.ownFirst })}
            />
            Наши сайты первыми
          </label>
        )}
      </div>
      <div className="column-sections">
        {sections.map((section) => (
          <FacetSection key={section.name} section={section} settings={settings} onChange={change} />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </Dialog>
  )
}

/** Width change per step, in px. */
const STEP = 16
const WIDTH_STEPS = [
  { by: -1, label: 'Уже', sign: '−' },
  { by: 1, label: 'Шире', sign: '+' },
] as const
const PLACE_STEPS = [
  { by: -1, label: 'Раньше', sign: '↑' },
  { by: 1, label: 'Позже', sign: '↓' },
] as const

interface FacetSectionProps {
  section: Section
  settings: ColumnSettings
  /** @param words announcement for screen readers */
  onChange(settings: ColumnSettings, words?: string): void
}

/** Section of the dialog that lists the facets of one sort, such as cities or sites, with their controls. */
function FacetSection({ section: { name, facets }, settings, onChange }: FacetSectionProps) {
  const container = gridWidth()
  const keys = facets.filter(({ fixed }) => !fixed).map(({ key }) => key)

  const move = (one: Choosable, by: -1 | 1, button: HTMLElement) => {
    const place = keys.indexOf(one.key) + by + 1
    flushSync(() => onChange(moved(settings, keys, one.key, by), `${one.name}: ${place} из ${keys.length}`))
    // Reordering the list moves the button in the document, which blurs it.
    button.focus()
  }
  const widthAfter = (sized: GridColumn, { key, fixed }: Choosable, by: number): number => {
    const chosen = settings.widths.get(key)
    const column = chosen === undefined ? sized : withWidth(sized, chosen, fixed)
    return widerBy(by, column, fixed, container)
  }
  const widthButtons = (sized: GridColumn, one: Choosable) =>
    WIDTH_STEPS.map(({ by, label, sign }) => {
      const px = widthAfter(sized, one, by * STEP)
      return (
        <Button
          key={by}
          variant="quiet"
          aria-label={`${label}: ${one.name}`}
          blocked={Math.sign(px - widthAfter(sized, one, 0)) !== by}
          onClick={() => onChange(resized(settings, one.key, px), `${one.name}: ширина ${px}`)}
        >
          {sign}
        </Button>
      )
    })
  const placeButtons = (one: Choosable) =>
    PLACE_STEPS.map(({ by, label, sign }) => (
      <Button
        key={by}
        variant="quiet"
        aria-label={`${label}: ${one.name}`}
        blocked={keys[keys.indexOf(one.key) + by] === undefined}
        onClick={({ currentTarget }) => move(one, by, currentTarget)}
      >
        {sign}
      </Button>
    ))

  return (
    <fieldset className="column-section">
      <legend>{name}</legend>
      <ul>
        {facets.map((one) => (
          <li key={one.key} className="column-item">
            {one.fixed ? (
              <span className="column-fixed">{one.name}</span>
            ) : (
              <label>
                <input
                  type="checkbox"
                  checked={!settings.hidden.includes(one.key)}
                  onChange={() => onChange(toggled(settings, one.key))}
                />
                <span>{one.name}</span>
              </label>
            )}
            {one.sized && widthButtons(one.sized, one)}
            {!one.fixed && placeButtons(one)}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
