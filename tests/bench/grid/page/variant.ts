import type { Page } from './made-up-data.ts'

/** One way to show the page; what it needs beforehand is not measured. */
export interface Variant {
  /** @returns what is measured: draws the page into the element */
  prepare(page: Page, root: HTMLElement): () => void
  /** finds a data cell among those that scroll sideways */
  cell: string
  /** the element that scrolls down, and the one that scrolls sideways */
  vertical: string
  horizontal: string
}
