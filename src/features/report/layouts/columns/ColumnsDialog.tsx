import { useState } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import type { ColumnLayout, ColumnsOfPage } from './apply-settings.ts'
import { type ColumnSettings, readColumns, writeColumns } from './column-settings.ts'
import { FacetSection } from './FacetSection.tsx'
import { sectionsOf } from './facets.ts'
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
