import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import './toolbar.css'

interface ToolbarProps {
  /** accessible name */
  label: string
  children: ReactNode
}

const CONTROLS = 'button, input, select, [role=combobox]'

/** Arrow keys by the step to the next control. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * Row of controls with a single tab stop and arrow keys between them (ARIA toolbar). Controls that do not fit are in a
 * second row, which '⋯' opens, or the focus of one of them; '⋯' names
 * those with `data-filter` that are pressed. The controls may arrive later.
 */
export function Toolbar({ label, children }: ToolbarProps) {
  const whole = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  const [overflows, setOverflows] = useState(false)
  const [folded, setFolded] = useState('')
  const id = useId()

  /** Marks the controls that do not fit, and makes one of the others the tab stop. */
  const arrange = useEffectEvent(() => {
    const element = row.current
    if (!element) return
    const all = controlsOf(element)
    const end = element.getBoundingClientRect().top + rowHeight(element)
    const below = new Set(
      all.filter((control) => {
        const { top, height } = shapeOf(control).getBoundingClientRect()
        return height > 0 && top >= end
      }),
    )
    // A hidden control would lose the focus, so its row opens instead.
    const isFocusBelow = all.some((control) => control === document.activeElement && below.has(control))
    if (isFocusBelow) setOpen(true)
    const isFolded = !open && !isFocusBelow
    for (const control of all) control.toggleAttribute('data-cut', isFolded && below.has(control))
    setOverflows(below.size > 0)
    setFolded(activeFilters(all).join(', '))
    const reachable = all.filter(isReachable)
    const stop = reachable.find((control) => control === current.current) ?? reachable[0]
    for (const control of all) control.tabIndex = control === stop ? 0 : -1
  })

  useEffect(() => {
    const element = row.current
    if (!element) return
    const again = () => arrange()
    const size = new ResizeObserver(again)
    size.observe(element)
    const content = new MutationObserver(again)
    content.observe(element, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ['aria-pressed'],
    })
    again()
    return () => {
      size.disconnect()
      content.disconnect()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other controls are in view
  useEffect(() => arrange(), [open])

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const { target } = event
    const element = whole.current
    if (step === undefined || !element || !(target instanceof HTMLElement)) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (target instanceof HTMLInputElement && target.type === 'text' && !isAtEdge(target, step)) return
    const reachable = controlsOf(element).filter(isReachable)
    const next = reachable[reachable.indexOf(target) + step]
    event.preventDefault()
    next?.focus()
  })
  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    if (!whole.current || !(target instanceof HTMLElement)) return
    current.current = target
    for (const control of controlsOf(whole.current)) control.tabIndex = control === target ? 0 : -1
  })
  // Native events, because controls of a portal are not below the toolbar for React.
  useEffect(() => {
    const element = whole.current
    const key = (event: KeyboardEvent) => onKeyDown(event)
    const focus = (event: FocusEvent) => onFocus(event)
    element?.addEventListener('keydown', key)
    element?.addEventListener('focusin', focus)
    return () => {
      element?.removeEventListener('keydown', key)
      element?.removeEventListener('focusin', focus)
    }
  }, [])
  const toggle = ({ detail }: MouseEvent) => {
    const first = row.current?.querySelector<HTMLElement>('[data-cut]')
    flushSync(() => setOpen(!open))
    // The keyboard goes on with what '⋯' has revealed, which precedes it. A finger must not open a field's keyboard.
    if (open || !first || detail > 0) return
    first.removeAttribute('data-cut')
    first.focus()
  }
  const name = folded === '' ? MORE : `${MORE}, включено: ${folded}`
  return (
    <div ref={whole} className="toolbar" role="toolbar" aria-label={label}>
      <div ref={row} id={id} className="toolbar-row" data-open={open}>
        {children}
      </div>
      {/* Takes its place even if it is not needed: without it, the controls would fit, and with it again not. */}
      <button
        type="button"
        className="chip toolbar-more"
        data-needed={overflows || open}
        data-active={folded !== ''}
        aria-label={open ? 'Свернуть инструменты' : name}
        title={folded === '' ? undefined : name}
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
      >
        ⋯
      </button>
    </div>
  )
}

const MORE = 'Ещё инструменты'

/** Returns the texts of the folded toggle buttons that change which prices or rows are displayed. */
const activeFilters = (controls: readonly HTMLElement[]): string[] =>
  controls
    .filter((control) => control.matches('[data-cut][data-filter][aria-pressed=true]'))
    .map(({ textContent }) => textContent)

const controlsOf = (whole: HTMLElement): HTMLElement[] => [...whole.querySelectorAll<HTMLElement>(CONTROLS)]

/** Returns whether an arrow key would not move the caret within the field's text. */
const isAtEdge = ({ selectionStart, selectionEnd, value }: HTMLInputElement, step: number): boolean =>
  (selectionStart === 0 && selectionEnd === value.length) ||
  (selectionStart === selectionEnd && selectionStart === (step > 0 ? value.length : 0))

const isReachable = (control: HTMLElement): boolean =>
  control.getClientRects().length > 0 && getComputedStyle(control).visibility !== 'hidden'

/** Returns the displayed element of a control: a radio button is an invisible layer over its label. */
const shapeOf = (control: HTMLElement): HTMLElement => control.closest('label') ?? control

const rowHeight = (row: HTMLElement): number => Number.parseFloat(getComputedStyle(row).minHeight) || 0
