import { Fragment } from 'react'

/** Keys that are pressed one after the other. */
export function KeyCaps({ keys }: { keys: Iterable<string> }) {
  return [...keys].map((key, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice
    <Fragment key={i}>
      {i > 0 && ' '}
      <kbd>{key}</kbd>
    </Fragment>
  ))
}
