/** True while a form on the page has unsent input. */
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

/** Starts watching the page's forms. */
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

/** Marks an element whose content a reload would lose for good. */
export const UNSENT = { 'data-unsent': true } as const

/** Elements removed from the page do not count. */
export function hasUnsentInput(): boolean {
  return (
    [...document.forms].some((form) => touched.has(form)) || document.querySelector('[data-unsent]') !== null
  )
}
