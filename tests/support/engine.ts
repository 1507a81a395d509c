import { expect } from '@playwright/test'

/**
 * A browser other than Chromium, controlled like a user would: one tab, a mouse and a keyboard. Queries read the page
 * itself, never the driver's cached state.
 */
export interface Engine {
  go(url: string): Promise<void>
  /** Calls a self-contained function in the page. */
  ask<Args extends readonly unknown[], Result>(
    question: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  /** Clicks the mouse at CSS pixels of the viewport. */
  clickAt(x: number, y: number): Promise<void>
  /** Presses one key after another. */
  press(...keys: readonly Key[]): Promise<void>
  /** folder of downloads */
  downloads: string
  /** Closes the tab and deletes its cookies and data. */
  close(): Promise<void>
}

/** A started browser, in which each test opens a tab with a profile of its own. */
export interface StartedEngine {
  open(): Promise<Engine>
  stop(): Promise<void>
}

/** Duration of a click in ms: as long as a person's, because focus handlers must run before the button is released. */
export const CLICK_MS = 60

/** A character, or the name of a non-printing key, as in the key values of UI Events. */
export type Key = string

/** An element that matches a selector and has this text, label or name. */
export interface Target {
  css: string
  name?: string
  /** click position in pixels from the element's left edge; default: the middle */
  fromLeft?: number
}

export const textOf = (engine: Engine): Promise<string> =>
  // There is no body while one document replaces another.
  engine.ask(() => document.body?.innerText.replaceAll('\u00a0', ' ') ?? '')

/** Waits until the page displays the text. */
export async function sees(engine: Engine, text: string | RegExp): Promise<void> {
  const pattern = typeof text === 'string' ? new RegExp(RegExp.escape(text)) : text
  await expect.poll(() => textOf(engine)).toMatch(pattern)
}

/** Clicks an element once it exists, has stopped moving and is not covered. */
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

/** Returns the click position of an element; runs in the page. */
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
