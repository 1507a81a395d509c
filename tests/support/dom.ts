import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

/** Limit for hanging tests, not an expectation: a lazily loaded page takes a while on a busy machine. */
configure({
  asyncUtilTimeout: 45_000,
  // Without the text of the page, which takes long to print for a table and is printed at each attempt of a wait.
  getElementError: (message) => new Error(message ?? undefined),
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

// jsdom has no modal dialogs, and scrolls nothing.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})
Element.prototype.scrollIntoView = () => {}
