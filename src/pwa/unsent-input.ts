/** Whether a form on the page holds what a person typed or chose and has not sent yet. */
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

/** From then on the page's forms are watched. */
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

/** A form that has left the page holds nothing any more. */
export function hasUnsentInput(): boolean {
  return [...document.forms].some((form) => touched.has(form))
}
