import type { Page } from './made-up-data.ts'

/** A way to display the page; `prepare` is not measured. */
export interface Variant {
  /** @returns the measured function, which draws the page into the element */
  prepare(page: Page, root: HTMLElement): () => void
  /** selector of a data cell that scrolls sideways */
  cell: string
  /** selectors of the elements that scroll vertically and horizontally */
  vertical: string
  horizontal: string
}
