import { useState } from 'react'
import { createPortal } from 'react-dom'
import { identifyingColumns } from '../../../grid/layout.ts'
import { storeColumns } from '../stored-columns.ts'
import type { ColumnLayout, ColumnsOfPage } from './apply-settings.ts'
import { ColumnsDialog } from './ColumnsDialog.tsx'
import { type ColumnSettings, movedBeside, resized, writeColumns } from './column-settings.ts'
import { sectionsOf, valueFacet } from './facets.ts'
import { type Drop, type MovableHead, movableHead } from './head-move.ts'
import { useEdgeDrag } from './useEdgeDrag.ts'
import { type HeadDrag as OnTheWay, useHeadDrag } from './useHeadDrag.ts'
import { gridWidth, widthOf } from './widths.ts'
import './columns.css'

/** Maximum length of the settings in the URL, in characters: messengers truncate longer links. */
const MAX_IN_LINK_LENGTH = 1000

export interface ColumnToolsProps {
  /** key of the stored columns: the report's route and the layout (columnsKey) */
  of: string
  page: ColumnsOfPage
  arranged: ColumnLayout
  /** container above the rows; null until it is mounted */
  tools: HTMLElement | null
  /** @param texts serialised column settings for the URL; [] if they are too long for it */
  onChange(texts: readonly string[]): void
}

/** Button that hides nearly empty columns, button for the column dialog, and moving and resizing of columns by drag. */
export function ColumnTools({ of, page, arranged, tools, onChange }: ColumnToolsProps) {
  const [open, setOpen] = useState(false)
  const [announced, setAnnounced] = useState('')
  const { settings, sparse } = arranged
  const change = (next: ColumnSettings) => {
    const texts = writeColumns(next)
    storeColumns(of, texts)
    const inLink = new URLSearchParams(texts.map((text) => ['cols', text])).toString()
    onChange(inLink.length > MAX_IN_LINK_LENGTH ? [] : texts)
  }
  const guide = useEdgeDrag((index, factor) => {
    const column = arranged.columns[index]
    const value = column && valueFacet(column, page.layout)
    if (!value) return
    const sticky = index < identifyingColumns(arranged.columns)
    change(resized(settings, value.key, widthOf(column, factor, sticky, gridWidth())))
  })
  const move = ({ facet }: MovableHead, { neighbour, after }: Drop) => {
    const keysOf = (of: ColumnSettings) =>
      (
        sectionsOf(page.columns, page.layout, of.order).find(({ name }) => name === facet.section)?.facets ??
        []
      )
        .filter(({ fixed }) => !fixed)
        .map(({ key }) => key)
    const next = movedBeside(settings, keysOf(settings), facet.key, neighbour, after)
    change(next)
    const keys = keysOf(next)
    setAnnounced(`${facet.name}: ${keys.indexOf(facet.key) + 1} из ${keys.length}`)
  }
  const onTheWay = useHeadDrag(
    (index, row) =>
      movableHead(
        { columns: arranged.columns, layout: page.layout, ownFirst: settings.ownFirst },
        index,
        row,
      ),
    move,
  )
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
          <button
            type="button"
            className="chip"
            aria-haspopup="dialog"
            data-palette="колонки ширина порядок"
            onClick={() => setOpen(true)}
          >
            {isChanged ? 'Столбцы: свои' : 'Столбцы'}
          </button>
        </>,
        tools,
      )}
      {guide && <div className="column-guide" style={guide} />}
      {onTheWay && <HeadOnTheWay {...onTheWay} />}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      {open && (
        <ColumnsDialog page={page} arranged={arranged} onChange={change} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Copy of a dragged column head beside the pointer, and a line at its drop position. */
function HeadOnTheWay({ name, x, y, line }: OnTheWay) {
  return (
    <div className="column-dragging">
      {line && <div className="column-guide" style={line} />}
      <div className="column-head" style={{ left: x, top: y }}>
        {name}
      </div>
    </div>
  )
}
