import './columns.css'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import type { ColumnLayout, ColumnsOfPage } from './apply-settings.ts'
import { type ColumnSettings, moved, readColumns, resized, toggled, writeColumns } from './column-settings.ts'
import { type Choosable, type Section, sectionsOf } from './facets.ts'
import { gridWidth, widerBy, withWidth } from './widths.ts'

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
  const [told, setTold] = useState('')
  const sections = sectionsOf(columns, layout, settings.order)
  const change = (next: ColumnSettings, words = '') => {
    onChange(next)
    setTold(words)
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
        {told}
      </p>
    </Dialog>
  )
}

/** Width change per step, in px. */
const STEP = 16

interface FacetSectionProps {
  section: Section
  settings: ColumnSettings
  /** @param words announcement for screen readers */
  onChange(settings: ColumnSettings, words?: string): void
}

/** Section of the dialog that lists the facets of one sort, such as cities or sites. */
function FacetSection({ section: { name, facets }, settings, onChange }: FacetSectionProps) {
  const container = gridWidth()
  const keys = facets.filter(({ fixed }) => !fixed).map(({ key }) => key)

  const move = (one: Choosable, by: -1 | 1, button: HTMLElement) => {
    const place = keys.indexOf(one.key) + by + 1
    flushSync(() => onChange(moved(settings, keys, one.key, by), `${one.name}: ${place} из ${keys.length}`))
    // Reordering the list moves the button in the document, which blurs it.
    button.focus()
  }

  const widthAfter = ({ key, sized, fixed }: Choosable, by: number): number => {
    const chosen = settings.widths.get(key)
    if (!sized) return 0
    const column = chosen === undefined ? sized : withWidth(sized, chosen, fixed)
    return widerBy(by, column, fixed, container)
  }
  const resize = (one: Choosable, by: -1 | 1) => {
    const px = widthAfter(one, by * STEP)
    onChange(resized(settings, one.key, px), `${one.name}: ширина ${px}`)
  }

  return (
    <fieldset className="column-section">
      <legend>{name}</legend>
      <ul>
        {facets.map((one) => {
          const place = keys.indexOf(one.key)
          const now = widthAfter(one, 0)
          return (
            <FacetItem
              key={one.key}
              name={one.name}
              shown={!settings.hidden.includes(one.key)}
              fixed={one.fixed}
              moves={{ back: place > 0, on: place < keys.length - 1 }}
              widths={one.sized && { back: widthAfter(one, -STEP) < now, on: widthAfter(one, STEP) > now }}
              onToggle={() => onChange(toggled(settings, one.key))}
              onMove={(by, button) => move(one, by, button)}
              onWidth={(by) => resize(one, by)}
            />
          )
        })}
      </ul>
    </fieldset>
  )
}

/** Whether a value can decrease (`back`) and increase (`on`). */
interface Steps {
  back: boolean
  on: boolean
}

interface FacetItemProps {
  name: string
  shown: boolean
  /** whether the facet can be neither hidden nor moved */
  fixed: boolean
  moves: Steps
  /** whether the width can change; null for a facet without a width */
  widths: Steps | null
  onToggle(): void
  /** @param button the pressed button */
  onMove(by: -1 | 1, button: HTMLElement): void
  onWidth(by: -1 | 1): void
}

/** Controls for the visibility, position and width of one facet. */
function FacetItem({ name, shown, fixed, moves, widths, onToggle, onMove, onWidth }: FacetItemProps) {
  return (
    <li className="column-item">
      {fixed ? (
        <span className="column-fixed">{name}</span>
      ) : (
        <label>
          <input type="checkbox" checked={shown} onChange={onToggle} />
          <span>{name}</span>
        </label>
      )}
      {widths && (
        <>
          <Button
            variant="quiet"
            aria-label={`Уже: ${name}`}
            blocked={!widths.back}
            onClick={() => onWidth(-1)}
          >
            −
          </Button>
          <Button
            variant="quiet"
            aria-label={`Шире: ${name}`}
            blocked={!widths.on}
            onClick={() => onWidth(1)}
          >
            +
          </Button>
        </>
      )}
      {!fixed && (
        <>
          <Button
            variant="quiet"
            aria-label={`Раньше: ${name}`}
            blocked={!moves.back}
            onClick={({ currentTarget }) => onMove(-1, currentTarget)}
          >
            ↑
          </Button>
          <Button
            variant="quiet"
            aria-label={`Позже: ${name}`}
            blocked={!moves.on}
            onClick={({ currentTarget }) => onMove(1, currentTarget)}
          >
            ↓
          </Button>
        </>
      )}
    </li>
  )
}
