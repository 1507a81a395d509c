import { useState } from 'react'
import { createPortal } from 'react-dom'
import { identifyingColumns } from '../../table/layout.ts'
import type { ArrangedColumns, ColumnsOfPage } from './arrange-columns.ts'
import { ColumnsDialog } from './ColumnsDialog.tsx'
import { type ColumnSettings, resized, writeColumns } from './column-settings.ts'
import { valueFacet } from './facets.ts'
import { keepColumns } from './keep-columns.ts'
import { useEdgeDrag } from './useEdgeDrag.ts'
import { gridWidth, widthOf } from './widths.ts'

/** In characters: a longer link would not survive a messenger. The device keeps the columns all the same. */
const LONGEST_IN_LINK = 1000

interface ColumnToolsProps {
  /** report and layout, by which the columns are kept */
  of: string
  page: ColumnsOfPage
  arranged: ArrangedColumns
  /** the place above the rows; null until it is there */
  tools: HTMLElement | null
  /** @param texts for the address */
  onChange(texts: readonly string[]): void
}

/** Folds the columns that are nearly empty, and opens what arranges the others. */
export function ColumnTools({ of, page, arranged, tools, onChange }: ColumnToolsProps) {
  const [open, setOpen] = useState(false)
  const { settings, sparse } = arranged
  const change = (next: ColumnSettings) => {
    const texts = writeColumns(next)
    keepColumns(of, texts)
    const inLink = new URLSearchParams(texts.map((text) => ['cols', text])).toString()
    onChange(inLink.length > LONGEST_IN_LINK ? [] : texts)
  }
  const guide = useEdgeDrag((index, factor) => {
    const column = arranged.columns[index]
    const value = column && valueFacet(column, page.layout)
    if (!value) return
    const sticky = index < identifyingColumns(arranged.columns)
    change(resized(settings, value.key, widthOf(column, factor, sticky, gridWidth())))
  })
  const isChanged = writeColumns({ ...settings, folded: false }).length > 0
  if (!tools) return null
  return (
    <>
      {createPortal(
        <>
          {page.layout === 'table' && (sparse > 0 || settings.folded) && (
            <button
              type="button"
              className="chip"
              aria-pressed={settings.folded}
              title="Столбцы, заполненные меньше чем у одной из десяти шин этой страницы, кроме столбцов наших сайтов"
              onClick={() => change({ ...settings, folded: !settings.folded })}
            >
              Скрыть почти пустые: {sparse}
            </button>
          )}
          <button type="button" className="chip" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {isChanged ? 'Столбцы: свои' : 'Столбцы'}
          </button>
        </>,
        tools,
      )}
      {guide && <div className="column-guide" style={guide} />}
      {open && (
        <ColumnsDialog page={page} arranged={arranged} onChange={change} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
