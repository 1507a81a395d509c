import { SCROLL_END, SCROLL_START } from './marks.ts'
import type { Variant } from './variant.ts'

/** Figures of scrolling; times in milliseconds. */
export interface ScrollFigures {
  longTasks: number
  longestTask: number
  worstFrame: number
  /** maximum number of elements at any step */
  nodes: number
}

/** Figures of one page load; null for scrolling if the page is not scrolled. */
export interface Figures {
  firstPaint: number
  nodes: number
  scroll: ScrollFigures | null
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

const DEADLINE = 60_000

/** Returns the time in ms from the call of `draw` to the frame after the one in which cells appeared. */
export async function measureFirstPaint(draw: () => void, variant: Variant, root: Element): Promise<number> {
  const start = performance.now()
  draw()
  do {
    await frame()
    if (performance.now() - start > DEADLINE) throw new Error(`no cell was drawn: ${variant.cell}`)
  } while (!root.querySelector(variant.cell))
  await frame()
  return performance.now() - start
}

const STEPS = [
  { axis: 'scrollTop', step: 40, frames: 60 },
  { axis: 'scrollTop', step: -40, frames: 60 },
  { axis: 'scrollLeft', step: 90, frames: 120 },
  { axis: 'scrollLeft', step: 2400, frames: 150 },
  { axis: 'scrollLeft', step: -2400, frames: 150 },
] as const

async function scroll(variant: Variant, root: Element): Promise<Pick<ScrollFigures, 'worstFrame' | 'nodes'>> {
  const elements = {
    scrollTop: document.querySelector(variant.vertical),
    scrollLeft: document.querySelector(variant.horizontal),
  }
  let worstFrame = 0
  let nodes = 0
  let before = await frame()
  for (const { axis, step, frames } of STEPS) {
    const element = elements[axis]
    if (!element) throw new Error(`nothing to scroll: ${axis}`)
    for (let done = 0; done < frames; done++) {
      element[axis] += step
      const now = await frame()
      worstFrame = Math.max(worstFrame, now - before)
      before = now
    }
    nodes = Math.max(nodes, countNodes(root))
  }
  return { worstFrame, nodes }
}

export const countNodes = (root: Element): number => root.querySelectorAll('*').length

/** Scrolls down, up and sideways, in small and large steps; a task over 50 ms counts as long. */
export async function measureScroll(variant: Variant, root: Element): Promise<ScrollFigures> {
  await pause(500)
  const tasks: number[] = []
  const observer = new PerformanceObserver((list) => {
    tasks.push(...list.getEntries().map(({ duration }) => duration))
  })
  observer.observe({ type: 'longtask' })
  performance.mark(SCROLL_START)
  const seen = await scroll(variant, root)
  performance.mark(SCROLL_END)
  await pause(200)
  observer.disconnect()
  return { ...seen, longTasks: tasks.length, longestTask: Math.max(0, ...tasks) }
}
