// Specification 4.22, 4.24, 4.25

import { act, createEvent, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { giveElementsSize } from '../../../tests/support/give-size.ts'
import { sampleColumns, sampleRow, sampleRows } from '../../../tests/support/report-page.ts'
import { HEADER_HEIGHT } from './layout.ts'
import ReportGrid from './ReportGrid.tsx'
import { ROW_HEIGHTS } from './row-lines.ts'
import { CONFIRMATION_MS } from './useGridCopy.ts'

const rows = sampleRows(100)
const columns = sampleColumns(rows)

const ROW_HEIGHT = ROW_HEIGHTS.cosy

beforeEach(() => giveElementsSize(1000, HEADER_HEIGHT + 10 * ROW_HEIGHT))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const show = (props: Partial<Parameters<typeof ReportGrid>[0]> = {}) =>
  render(<ReportGrid columns={columns} rows={rows} label="Результаты" {...props} />)

const grid = () => screen.getByRole('grid', { name: 'Результаты' })
const key = (name: string, held: object = {}) => fireEvent.keyDown(grid(), { key: name, code: name, ...held })
const active = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')
const selected = () => screen.queryAllByRole('gridcell', { selected: true })
const mouse = { pointerType: 'mouse', button: 0 }
const cell = (row: number, col: number) => {
  const found = grid().querySelector<HTMLElement>(`[data-row="${row}"] [data-col="${col}"]`)
  if (!found) throw new Error('this cell is not drawn')
  return found
}

const told = () => screen.getByRole('status').textContent

function copied(): string | undefined {
  grid().focus()
  const setData = vi.fn<(type: string, text: string) => void>()
  const event = createEvent.copy(grid(), { clipboardData: { setData } })
  fireEvent(grid(), event)
  if (event.defaultPrevented) expect(setData).toHaveBeenCalledWith('text/plain', expect.any(String))
  return setData.mock.calls[0]?.[1]
}

describe('ReportGrid for assistive technology', () => {
  it('counts all rows and columns, including those not rendered', () => {
    show()
    expect(grid().getAttribute('aria-rowcount')).toBe('103')
    expect(grid().getAttribute('aria-colcount')).toBe(String(columns.length))
    expect(grid().getAttribute('aria-multiselectable')).toBe('true')
    expect(screen.getAllByRole('row').length).toBeLessThan(20)
    expect(screen.getAllByRole('gridcell').length).toBeLessThan(200)
  })

  it('counts the rows of the other pages', () => {
    show({ rowOffset: 200, totalRows: 1234 })
    expect(grid().getAttribute('aria-rowcount')).toBe('1237')
    expect(cell(0, 0).closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('204')
  })

  it('announces an unknown number of rows as -1', () => {
    show({ totalRows: null })
    expect(grid().getAttribute('aria-rowcount')).toBe('-1')
  })

  it('has three header rows whose cells name city, site and warehouse; a row without a visible cell has no role', () => {
    show()
    const [cities, labels] = screen.getAllByRole('row')
    const product = within(cities as HTMLElement).getAllByRole('columnheader')[0]
    expect(product?.textContent).toBe('Товар')
    expect(product?.getAttribute('aria-colspan')).toBe('3')
    const label = within(labels as HTMLElement).getByRole('columnheader', { name: 'Название' })
    expect(label.getAttribute('aria-colindex')).toBe('3')
    expect(label.title).toBe('Название')
    expect(labels?.getAttribute('aria-rowindex')).toBe('3')
  })

  it('draws no line through the name of a city that spans several sites', () => {
    giveElementsSize(100_000, HEADER_HEIGHT + 10 * ROW_HEIGHT)
    show()
    const [cities] = screen.getAllByRole('row')
    const spans = within(cities as HTMLElement).getAllByRole('columnheader')
    const boxes = spans.map(
      ({ style }) => [Number.parseFloat(style.left), Number.parseFloat(style.width)] as const,
    )
    const lines = [...(cities?.querySelectorAll<HTMLElement>('[aria-hidden]') ?? [])]
    const through = lines.filter(({ style }) => {
      const at = Number.parseFloat(style.left)
      return boxes.some(([left, width]) => left < at && at < left + width)
    })
    expect(spans.length).toBeGreaterThan(2)
    expect(through).toEqual([])
  })

  it('gives every rendered row a cell under every rendered header', () => {
    show()
    const places = (row: Element | undefined) =>
      [...(row?.querySelectorAll('[aria-colindex]') ?? [])].map((one) => one.getAttribute('aria-colindex'))
    const [cities, labels, ...body] = screen.getAllByRole('row')
    for (const row of body) expect(places(row)).toEqual(places(labels))
    const spans = [...(cities?.querySelectorAll('[aria-colspan]') ?? [])]
    const covered = spans.reduce((sum, span) => sum + Number(span.getAttribute('aria-colspan')), 0)
    expect(covered).toBe(places(labels).length)
  })
})

describe('ReportGrid with a highlighted row', () => {
  const marked = (highlightedCities: string[]) =>
    show({ rows: [sampleRow(0), sampleRow(1, { highlighted: true, highlightedCities })] })

  it('announces the row as highlighted and names the cities', () => {
    marked(['Казань', 'Москва'])
    const marker = screen.getByLabelText('Выделенная строка: повышенное отклонение цены')
    const row = marker.closest<HTMLElement>('[role=row]')
    expect(row?.dataset.row).toBe('1')
    expect(row?.title).toBe('Выделено по городу: Казань, Москва')
    expect(screen.getAllByTitle(/Выделено/)).toHaveLength(1)
  })

  it('has no tooltip when no city is named', () => {
    marked([])
    expect(screen.queryByTitle(/Выделено/)).toBeNull()
    expect(screen.getByLabelText('Выделенная строка: повышенное отклонение цены')).toBeTruthy()
  })
})

describe('ReportGrid with the keyboard', () => {
  it('has one tab stop and moves the active cell', () => {
    show()
    expect(document.querySelectorAll('[tabindex]')).toHaveLength(1)
    expect(active()).toBe(cell(0, 0))
    key('ArrowDown')
    key('ArrowRight')
    expect(active()).toBe(cell(1, 1))
  })

  it('scrolls the active cell into view', () => {
    show()
    key('End', { ctrlKey: true })
    fireEvent.scroll(grid())
    expect(grid().scrollTop).toBe(90 * ROW_HEIGHT)
    expect(active()).toBe(cell(99, columns.length - 1))
    expect(grid().scrollLeft).toBeGreaterThan(0)
    key('Home')
    expect(grid().scrollLeft).toBe(0)
  })

  it('has no active descendant if the active cell is not rendered', () => {
    show()
    grid().scrollTop = 2000
    fireEvent.scroll(grid())
    expect(grid().hasAttribute('aria-activedescendant')).toBe(false)
  })

  it('selects a rectangle, everything, or nothing', () => {
    show()
    key('ArrowRight', { shiftKey: true })
    key('ArrowDown', { shiftKey: true })
    expect(selected()).toEqual([cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)])
    key('a', { ctrlKey: true, code: 'KeyA' })
    expect(selected()).toHaveLength(screen.getAllByRole('gridcell').length)
    key('Escape')
    expect(selected()).toEqual([])
  })
})

describe('ReportGrid with a pointer', () => {
  it('opens one row by a double click, even if the first press has moved another row under the pointer', () => {
    const opened: number[] = []
    // Gives both presses the same time stamp, so that they are a double click even on a slow machine.
    const now = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1_000)
    onTestFinished(() => now.mockRestore())
    show({ onOpen: ({ row }) => void opened.push(row) })
    const column = columns.findIndex(({ label }) => label === 'Артикул производителя')
    const click = (row: number, clientY: number) => {
      fireEvent.pointerDown(cell(row, column), { ...mouse, clientX: 50, clientY })
      fireEvent.pointerUp(grid(), { ...mouse, clientX: 50, clientY })
    }
    click(4, 200)
    click(2, 201)
    expect(opened).toEqual([4])
    click(2, 260)
    expect(opened).toEqual([4, 2])
  })

  it('makes a cell active, and extends the selection with Shift', () => {
    show()
    fireEvent.pointerDown(cell(2, 1), mouse)
    fireEvent.pointerUp(grid(), mouse)
    expect(active()).toBe(cell(2, 1))
    fireEvent.pointerDown(cell(3, 2), { ...mouse, shiftKey: true })
    expect(selected()).toHaveLength(4)
  })

  it('selects a rectangle with the mouse', () => {
    show()
    fireEvent.pointerDown(cell(0, 0), mouse)
    fireEvent.pointerMove(grid(), { ...mouse, clientX: 150, clientY: HEADER_HEIGHT + ROW_HEIGHT + 5 })
    fireEvent.pointerUp(grid(), mouse)
    fireEvent.pointerMove(grid(), { ...mouse, clientX: 5, clientY: HEADER_HEIGHT + 5 * ROW_HEIGHT })
    expect(selected()).toHaveLength(4)
  })

  it('scrolls when a finger drags', () => {
    show()
    fireEvent.pointerDown(cell(4, 1), { pointerType: 'touch' })
    fireEvent.pointerMove(grid(), { pointerType: 'touch', clientX: 300, clientY: 300 })
    expect(active()).toBe(cell(0, 0))
    fireEvent.click(cell(4, 1))
    expect(active()).toBe(cell(4, 1))
  })
})

describe('ReportGrid with a truncated text', () => {
  it('shows the whole text in a tooltip, which replaces the tooltip of its row', () => {
    show({ rows: [sampleRow(0), sampleRow(1, { highlighted: true, highlightedCities: ['Москва'] })] })
    const cut = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(2000)
    fireEvent.pointerOver(cell(0, 2))
    fireEvent.pointerOver(cell(1, 2))
    expect(cell(0, 2).title).toBe('Winter Drive 0')
    expect(cell(1, 2).title).toBe('Winter Drive 1\nВыделено по городу: Москва')
    cut.mockReturnValue(10)
    fireEvent.pointerOver(cell(0, 2))
    expect(cell(0, 2).hasAttribute('title')).toBe(false)
  })
})

describe('ReportGrid on copy', () => {
  it('copies the active cell', () => {
    show()
    key('ArrowDown')
    expect(copied()).toBe('A1')
  })

  it('copies the selected rectangle with its headers', () => {
    show()
    key('ArrowRight', { shiftKey: true })
    key('ArrowDown', { shiftKey: true })
    expect(copied()).toBe('Артикул производителя\tБренд\r\nA0\tCordiant\r\nA1\tCordiant')
  })

  it('leaves the clipboard alone while another element has the focus', () => {
    show()
    const setData = vi.fn()
    fireEvent.copy(document.body, { clipboardData: { setData } })
    expect(setData).not.toHaveBeenCalled()
    expect(told()).toBe('')
  })

  it('confirms a copy with its size', () => {
    show()
    expect(told()).toBe('')
    copied()
    expect(told()).toBe('Скопировано: 1 строка × 1 столбец')
    for (const name of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) {
      key(name, { shiftKey: true })
    }
    copied()
    expect(told()).toBe('Скопировано: 3 строки × 5 столбцов')
  })

  it('hides the confirmation after a while and restarts that time after another copy', () => {
    vi.useFakeTimers()
    show()
    copied()
    act(() => vi.advanceTimersByTime(CONFIRMATION_MS - 1))
    copied()
    act(() => vi.advanceTimersByTime(CONFIRMATION_MS - 1))
    expect(told()).toBe('Скопировано: 1 строка × 1 столбец')
    act(() => vi.advanceTimersByTime(1))
    expect(told()).toBe('')
  })
})

describe('ReportGrid with a new page', () => {
  it('scrolls to the top, keeps the columns in view and clears the selection', () => {
    const { rerender } = show()
    const left = 1400
    Object.assign(grid(), { scrollTop: 1000, scrollLeft: left })
    fireEvent.scroll(grid())
    fireEvent.pointerDown(cell(32, 0), mouse)
    fireEvent.pointerDown(cell(33, 0), { ...mouse, shiftKey: true })
    expect(selected()).toHaveLength(2)
    rerender(<ReportGrid columns={[...columns]} rows={sampleRows(50)} label="Результаты" />)
    expect(grid().scrollTop).toBe(0)
    expect(grid().scrollLeft).toBe(left)
    expect(selected()).toEqual([])
  })

  it('does nothing of this if the rows only go on, also with more columns', () => {
    const { rerender } = show({ rows: rows.slice(0, 40), columns: columns.slice(0, -1) })
    grid().scrollTop = 1000
    fireEvent.scroll(grid())
    fireEvent.pointerDown(cell(33, 0), mouse)
    rerender(<ReportGrid columns={columns} rows={rows} label="Результаты" />)
    expect(grid().scrollTop).toBe(1000)
    expect(active()).toBe(cell(33, 0))
  })
})

it('keeps the name sticky in a narrow container and marks a highlighted row there', () => {
  giveElementsSize(390, 600)
  show({ rows: [sampleRow(0, { highlighted: true })] })
  const inPlace = cell(0, 2).parentElement
  expect(inPlace?.className).toBe('grid-sticky')
  expect(inPlace?.textContent).toBe('◆Winter Drive 0')
  expect(cell(0, 0).parentElement?.getAttribute('role')).toBe('row')
})

it('renders no cells when there are no rows', () => {
  show({ rows: [] })
  expect(screen.queryAllByRole('gridcell')).toEqual([])
  expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toEqual(['1', '3'])
})

describe('ReportGrid with sorted rows (specification 17.5)', () => {
  const head = (col: number) => {
    const found = grid().querySelector<HTMLElement>(`[data-sorts="${col}"]`)
    if (!found) throw new Error('this head is not drawn')
    return found
  }

  it('requests sorting on a click on a header, or on Alt with an arrow key in a cell of the column', () => {
    const onOrder = vi.fn()
    show({ onOrder })
    fireEvent.click(head(1))
    expect(onOrder).toHaveBeenLastCalledWith({ column: columns[1]?.id, descending: false })
    key('ArrowRight')
    key('ArrowRight')
    key('ArrowDown', { altKey: true })
    expect(onOrder).toHaveBeenLastCalledWith({ column: columns[2]?.id, descending: true })
    key('ArrowUp', { altKey: true })
    expect(onOrder).toHaveBeenLastCalledWith({ column: columns[2]?.id, descending: false })
    // The active cell has not moved.
    expect(active()).toBe(cell(0, 2))
  })

  it('announces the sort order to assistive technology', () => {
    show({ onOrder: () => {}, order: { column: columns[1]?.id ?? '', descending: true } })
    expect(head(1).getAttribute('aria-sort')).toBe('descending')
    expect(head(2).hasAttribute('aria-sort')).toBe(false)
  })

  it('does not sort when text of a header is selected', () => {
    const onOrder = vi.fn()
    show({ onOrder })
    document.getSelection()?.selectAllChildren(head(1))
    fireEvent.click(head(1))
    expect(onOrder).not.toHaveBeenCalled()
    document.getSelection()?.removeAllRanges()
  })
})
