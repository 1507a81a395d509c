/** Forms with unsent input. */
const touched = new WeakSet<HTMLFormElement>()

function note(event: Event): void {
  const { target } = event
  if (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  ) {
    if (target.form) touched.add(target.form)
  }
}

/** Starts to watch the document's forms for input. */
export function watchInput(): void {
  document.addEventListener('input', note, true)
  document.addEventListener('change', note, true)
  document.addEventListener(
    'reset',
    ({ target }) => {
      if (target instanceof HTMLFormElement) touched.delete(target)
    },
    true,
  )
}

/** Attribute of elements whose content would be lost by a reload. */
export const UNSENT = { 'data-unsent': true } as const

/** Returns whether a reload would lose input. Elements removed from the document do not count. */
export function hasUnsentInput(): boolean {
  return (
    [...document.forms].some((form) => touched.has(form)) || document.querySelector('[data-unsent]') !== null
  )
}
