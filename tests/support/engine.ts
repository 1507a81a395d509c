import { expect } from '@playwright/test'

/**
 * A browser other than Chromium, as a person has it: one tab, a mouse and a keyboard. What is on screen is asked of the page
 * itself, never of what the driver remembers.
 */
export interface Engine {
  go(url: string): Promise<void>
  /** Calls a self-contained function in the page. */
  ask<Args extends readonly unknown[], Result>(
    question: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  /** A click of the mouse, in CSS pixels of the viewport. */
  clickAt(x: number, y: number): Promise<void>
  /** One key after another. */
  press(...keys: readonly Key[]): Promise<void>
  /** where it puts what is downloaded */
  downloads: string
  close(): Promise<void>
}

/** How long a person's finger rests on the button: what focus does comes before the button is let go. */
export const CLICK_MS = 60

/** A character, or the name of a key that writes none, after UI Events' key values. */
export type Key = string

/** An element as a person knows it: of that selector, and with that text, label or name. */
export interface Target {
  css: string
  name?: string
  /** where to click, in pixels from its left edge: otherwise the middle */
  fromLeft?: number
}

export const textOf = (engine: Engine): Promise<string> =>
  engine.ask(() => document.body.innerText.replaceAll('\u00a0', ' '))

/** Waits until the page says so. */
export async function sees(engine: Engine, text: string | RegExp): Promise<void> {
  const pattern = typeof text === 'string' ? new RegExp(RegExp.escape(text)) : text
  await expect.poll(() => textOf(engine)).toMatch(pattern)
}

/** Clicks an element once it is there and stands still, and nothing lies over it. */
export async function click(engine: Engine, { css, name, fromLeft }: Target): Promise<void> {
  let [x, y] = [Number.NaN, Number.NaN]
  const standsStill = async () => {
    const place = await engine.ask(placeOf, css, name ?? null, fromLeft ?? null)
    const still = place !== null && place.x === x && place.y === y
    if (place) ({ x, y } = place)
    return still
  }
  await expect.poll(standsStill, { message: `${css} ${name ?? ''}` }).toBe(true)
  await engine.clickAt(x, y)
}

/** Runs in the page. */
function placeOf(css: string, name: string | null, fromLeft: number | null): { x: number; y: number } | null {
  const namesOf = (element: Element) => {
    const labels = [...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent)
    return [element.getAttribute('aria-label'), element.textContent, ...labels].map((text) => text?.trim())
  }
  for (const element of document.querySelectorAll(css)) {
    if (name !== null && !namesOf(element).includes(name)) continue
    if (element.matches(':disabled')) continue
    element.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [Math.round(left + (fromLeft ?? width / 2)), Math.round(top + height / 2)]
    const hit = document.elementFromPoint(x, y)
    if (element.contains(hit)) return { x, y }
  }
  return null
}
