import type { KeyboardEvent } from 'react'

/** Follows a card's link on Space (specification 2.3); browsers follow links only on Enter. */
export function followOnSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
