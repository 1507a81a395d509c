import { LAST_SCREEN } from '../../../contract/worker/last-screen.ts'

declare global {
  interface Window {
    /** clicks and keys before the app started (public/early-input.js); undefined once the app has taken over */
    earlyInput?: Event[] | undefined
  }
}

/** Returns whether a part of the screen that is in view is still loading; others load once they are scrolled to. */
export const isLoading = (root: Element): boolean =>
  [...root.querySelectorAll('.loading, .checking-whole')].some((part) => {
    const { top, bottom } = part.getBoundingClientRect()
    return top < window.innerHeight && bottom >= 0
  })

const CONTROL = 'a, button, input, select, summary, label, [role=gridcell]'
const INPUT = ['pointerdown', 'keydown'] as const

/**
 * Removes the picture of the last screen as soon as the app shows the same, or somebody begins to use the app below it.
 * Before that, repeats what was clicked and typed on the picture (specification 8.17).
 * @returns a function that removes the picture
 */
export function handOver(): () => void {
  const picture = document.getElementById(LAST_SCREEN)
  const root = document.getElementById('root')
  if (!picture || !root) return () => undefined
  const queue = window.earlyInput ?? []
  const end = () => {
    observer.disconnect()
    for (const type of INPUT) window.removeEventListener(type, used, true)
    window.earlyInput = undefined
    picture.remove()
  }
  const hasFrame = () => root.querySelector('h1') !== null && !root.querySelector('.checking-whole')
  const used = () => {
    if (hasFrame()) end()
  }
  const check = () => {
    if (!hasFrame()) return
    const isReady = !isLoading(root)
    let isUsed = false
    for (let [event] = queue; event; [event] = queue) {
      const isRepeated = repeat(event, picture, root)
      if (!isRepeated && !isReady) return
      isUsed ||= isRepeated
      queue.shift()
    }
    if (isReady || isUsed) end()
  }
  // Once for each frame: the app may render in several steps before it paints.
  const observer = new MutationObserver(() => requestAnimationFrame(() => picture.isConnected && check()))
  observer.observe(root, { childList: true, subtree: true })
  for (const type of INPUT) window.addEventListener(type, used, true)
  check()
  return end
}

/** @returns whether the app has the control by now */
function repeat(event: Event, picture: Element, root: Element): boolean {
  if (event instanceof MouseEvent) return click(event, picture, root)
  if (event instanceof KeyboardEvent) press(event)
  return true
}

/** Clicks the control at the same place, if it is the one of the picture. */
function click({ clientX: x, clientY: y }: MouseEvent, picture: Element, root: Element): boolean {
  const shown = [...picture.querySelectorAll(CONTROL)].findLast((control) => contains(control, x, y))
  const present = document.elementFromPoint(x, y)?.closest<HTMLElement>(CONTROL)
  if (!shown || !present || !root.contains(present) || labelOf(shown) !== labelOf(present)) return false
  present.focus()
  present.click()
  return true
}

function press(event: KeyboardEvent): void {
  const target = document.activeElement
  const isTaken = !target?.dispatchEvent(new KeyboardEvent('keydown', event))
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
  if (isTaken || !isText || !(target instanceof HTMLInputElement)) return
  // The setter of all inputs: React does not notice its own one, and number fields have no selection to insert at.
  Reflect.set(HTMLInputElement.prototype, 'value', target.value + event.key, target)
  target.dispatchEvent(new Event('input', { bubbles: true }))
}

function contains(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return x >= left && x < right && y >= top && y < bottom
}

const labelOf = (element: Element): string =>
  `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent}`
