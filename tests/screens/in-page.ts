/** Figures of the displayed page, with a description of each fault. */
export interface PageFigures {
  /** data rows of the grid that are completely visible; null without a grid */
  rows: number | null
  /** cards of the list of tyres that are completely visible; null without such a list */
  cards: number | null
  /** texts that are cut without an ellipsis and a tooltip */
  cut: string[]
  /** pairs of texts that cover each other */
  overlapping: string[]
  /** elements that reach beyond the left or right edge of the window */
  overflowing: string[]
}

/**
 * Measures the displayed page. Runs in the page, so it must not refer to anything outside of itself.
 *
 * A text is cut if an ancestor with hidden overflow, or its own line clamp, hides a part of its lines. That is allowed
 * with an ellipsis inside a grid, whose cells have a tooltip while the pointer is on them, with an ellipsis and a
 * title, and with an ellipsis in an entry that expands. A placeholder or option that does not fit into its field is
 * cut, too; a typed value is not, because the caret scrolls it. On a desktop, a text at the edge of a
 * horizontally scrolling strip is cut unless the strip is in the tab order, like a table: a mouse cannot scroll it.
 */
export function measurePage(): PageFigures {
  interface Box {
    left: number
    top: number
    right: number
    bottom: number
  }
  const DESKTOP = 1_280
  // A modal dialog hides the rest from the person.
  const root = document.querySelector('dialog:modal') ?? document.body
  const [width, height] = [document.documentElement.clientWidth, innerHeight]
  const wide = innerWidth >= DESKTOP
  const visible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
  const common = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const isEmpty = ({ left, top, right, bottom }: Box) => right - left < 1 || bottom - top < 1
  const name = (element: Element): string => {
    const own = (one: Element) =>
      one.tagName.toLowerCase() +
      (one.id && !/[:«»]|^_r_/.test(one.id) ? `#${one.id}` : '') +
      [...one.classList].map((word) => `.${word}`).join('')
    const parent = element.parentElement
    return parent && parent !== document.body ? `${own(parent)} > ${own(element)}` : own(element)
  }
  const words = (text: string | null) => {
    const line = (text ?? '').replace(/\s+/g, ' ').trim()
    return `'${line.length > 40 ? `${line.slice(0, 40)}…` : line}'`
  }
  const said = (element: Element) => `${name(element)} ${words(element.textContent)}`

  interface Clip {
    element: Element
    box: Box
    hidesBeside: boolean
    hidesBelow: boolean
    /** whether it scrolls horizontally */
    scrolls: boolean
  }
  const clips = new Map<Element, readonly Clip[]>()
  /** Ancestors that clip the content of an element, itself included. */
  const clipsOf = (element: Element | null): readonly Clip[] => {
    if (!element || element === document.body || element === document.documentElement) return []
    const known = clips.get(element)
    if (known) return known
    const style = getComputedStyle(element)
    const { overflowX, overflowY, position, clipPath } = style
    const above = position === 'fixed' ? [] : clipsOf(element.parentElement)
    const cutsX = overflowX !== 'visible'
    const cutsY = overflowY !== 'visible'
    if (
      (!cutsX && !cutsY && clipPath === 'none') ||
      style.display === 'inline' ||
      style.display === 'contents'
    ) {
      clips.set(element, above)
      return above
    }
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const none = 1e6
    const box = {
      left: cutsX ? left : -none,
      right: cutsX ? right : none,
      top: cutsY ? top : -none,
      bottom: cutsY ? bottom : none,
    }
    const scrolls = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth
    const own = {
      element,
      box,
      hidesBeside: /hidden|clip/.test(overflowX),
      hidesBelow: /hidden|clip/.test(overflowY),
      scrolls,
    }
    const all = [...above, own]
    clips.set(element, all)
    return all
  }
  const clipped = (box: Box, element: Element | null) =>
    clipsOf(element).reduce((left: Box, clip) => common(left, clip.box), box)

  // ── Texts
  interface Line {
    element: Element
    box: Box
  }
  const lines: Line[] = []
  const cut = new Map<Element, string>()
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const hasEllipsis = (element: Element) => {
    const style = getComputedStyle(element)
    return style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
  }
  const isShownElsewhere = (element: Element) =>
    element.closest('[role=grid], [title]') ??
    element.closest('li, article')?.querySelector('[aria-expanded=false]')
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement
    if (!element || !text.nodeValue?.trim() || !visible(element) || element.closest('svg, option')) continue
    range.selectNodeContents(text)
    const boxes = [...range.getClientRects()].filter((box) => !isEmpty(box))
    const seen = boxes.map((box) => ({ box, left: clipped(box, element) }))
    // A text of a single pixel is for screen readers alone.
    if (!seen.some(({ left }) => left.right - left.left > 2 && left.bottom - left.top > 2)) continue
    for (const { left } of seen) if (!isEmpty(left)) lines.push({ element, box: left })
    for (const { box } of seen) {
      const line = box.bottom - box.top
      let rest: Box = box
      for (const clip of clipsOf(element).toReversed()) {
        const isBeside = rest.left < clip.box.left - 1 || rest.right > clip.box.right + 1
        const isBelow = rest.top < clip.box.top - line / 4 || rest.bottom > clip.box.bottom + line / 4
        // Outer elements hide nothing more of it.
        rest = common(rest, clip.box)
        if ((clip.hidesBeside && isBeside) || (clip.hidesBelow && isBelow)) {
          if (!hasEllipsis(clip.element) || !isShownElsewhere(element))
            cut.set(element, `${said(element)} in ${name(clip.element)}`)
        }
        const isStrip = clip.scrolls && wide && !clip.element.closest('[tabindex="0"], [role=grid]')
        if (isStrip && isBeside) cut.set(element, `${said(element)} at the edge of ${name(clip.element)}`)
      }
    }
  }
  const canvas = document.createElement('canvas').getContext('2d')
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    if (!visible(field) || field.closest('[title]')) continue
    const style = getComputedStyle(field)
    const inner =
      field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    const isText =
      field instanceof HTMLSelectElement || /^(?:text|search|email|password|url|tel)$/.test(field.type)
    if (!canvas || !isText || inner <= 1) continue
    // The computed shorthand is empty with tabular figures.
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const text =
      field instanceof HTMLSelectElement
        ? (field.selectedOptions[0]?.label ?? '')
        : field.value
          ? ''
          : field.placeholder
    if (canvas.measureText(text).width > inner + 1) cut.set(field, `${name(field)} ${words(text)}`)
  }

  // ── Texts that cover each other
  /** Whether the element, or an ancestor below `top`, lies above the page with a background of its own. */
  const isLaidOver = (element: Element, top: Element): boolean => {
    for (let one: Element | null = element; one && one !== top; one = one.parentElement) {
      const { position, backgroundColor, backgroundImage, zIndex } = getComputedStyle(one)
      const isOpaque = backgroundImage !== 'none' || !/rgba\(.*, 0\)|transparent|\/ 0\)/.test(backgroundColor)
      if (isOpaque && (position !== 'static' || zIndex !== 'auto')) return true
      if (one.matches('dialog, :popover-open')) return true
    }
    return false
  }
  const meeting = (a: Element, b: Element): Element => {
    let one: Element = a
    while (!one.contains(b) && one.parentElement) one = one.parentElement
    return one
  }
  const overlapping = new Set<string>()
  lines.sort((a, b) => a.box.top - b.box.top)
  for (const [index, a] of lines.entries()) {
    for (let next = index + 1; next < lines.length; next++) {
      const b = lines[next] as Line
      if (b.box.top >= a.box.bottom) break
      if (a.element === b.element) continue
      const both = common(a.box, b.box)
      const lower = Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top)
      if (both.right - both.left <= 2 || both.bottom - both.top <= lower / 4) continue
      const top = meeting(a.element, b.element)
      if (isLaidOver(a.element, top) || isLaidOver(b.element, top)) continue
      overlapping.add(`${said(a.element)} and ${said(b.element)}`)
    }
  }

  // ── Elements beyond the edges
  const overflowing: string[] = []
  const beyond: Element[] = []
  if (document.documentElement.scrollWidth > width)
    overflowing.push(`the page, by ${document.documentElement.scrollWidth - width} px`)
  for (const element of root.querySelectorAll('*')) {
    if (element.closest('svg') !== (element.tagName === 'svg' ? element : null)) continue
    const box = element.getBoundingClientRect()
    if (box.right <= width + 1 && box.left >= -1) continue
    const left = clipped(box, element.parentElement)
    if (isEmpty(left) || (left.right <= width + 1 && left.left >= -1) || !visible(element)) continue
    if (beyond.some((known) => known.contains(element))) continue
    beyond.push(element)
    overflowing.push(`${said(element)}, ${Math.round(Math.max(left.right - width, -left.left))} px`)
  }

  // ── Rows and cards
  const isWholeInView = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    const seen = common(clipped(box, element.parentElement), {
      left: 0,
      top: 0,
      right: width,
      bottom: height,
    })
    if (isEmpty(seen) || seen.top > box.top + 1 || seen.bottom < box.bottom - 1) return false
    const middle = (seen.left + seen.right) / 2
    // Bars, heads and dialogs may cover it.
    return [box.top + 2, box.bottom - 2].every((y) => element.contains(document.elementFromPoint(middle, y)))
  }
  const count = (elements: Iterable<Element>) => [...elements].filter(isWholeInView).length
  const grid = document.querySelector('[role=grid]')
  // A heading of a group of rows has a single cell.
  const rows =
    grid &&
    [...grid.querySelectorAll('[role=row]')].filter(
      (row) => row.querySelectorAll('[role=gridcell]').length > 1,
    )
  const cards = document.querySelector('[aria-label="Шины"]:is(ul, ol, [role=list])')
  return {
    rows: rows && count(rows),
    cards: cards && count(cards.children),
    cut: [...cut.values()],
    overlapping: [...overlapping],
    overflowing,
  }
}

interface Shift {
  value: number
  /** tag and class of the element that has moved farthest */
  from: string
}
type Watched = Window & { layoutShifts?: Shift[] }

export const shiftsUntilNow = (): Shift[] => (window as Watched).layoutShifts ?? []

export const forgetShifts = (): void => {
  ;(window as Watched).layoutShifts = []
}

/** Records the layout shifts that no input has caused, from the beginning of each document. */
export function watchShifts(): void {
  ;(window as Watched).layoutShifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    })[]) {
      if (entry.hadRecentInput) continue
      const node = entry.sources[0]?.node
      const element = node instanceof Element ? node : node?.parentElement
      const from = element ? `${element.tagName.toLowerCase()}.${element.classList[0] ?? ''}` : 'removed'
      ;(window as Watched).layoutShifts?.push({ value: entry.value, from })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
