import type { KeyboardEvent } from 'react'

/** Links react to Enter natively; the cards react to Space too (specification 2.3). */
export function followOnSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
