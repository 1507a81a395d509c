import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { noteServerTime } from '../../src/data/server-clock.ts'

/** Time limit for hanging tests, not an expected time: on a busy machine, a lazily loaded page takes long to load. */
configure({
  asyncUtilTimeout: 45_000,
  // Leaves out the text of the page: for a table, printing it takes long, and each attempt of a wait prints it.
  getElementError: (message) => new Error(message ?? undefined),
})

// The difference of the clocks is a fact of the page, and files share its modules.
beforeEach(() => noteServerTime(new Response(null, { headers: { date: new Date().toUTCString() } })))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

// Replacements for modal dialogs and scrolling, which jsdom does not have.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})
Element.prototype.scrollIntoView = () => {}
window.scrollTo = () => {}
// jsdom starts its own timer of frames on demand. Started while a test replaces timers, it never runs again, in no file.
window.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), 1000 / 60))
window.cancelAnimationFrame = clearTimeout
// jsdom has no media queries; none matches.
window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as unknown as MediaQueryList
/** Stays for all tests: a chart also draws in a microtask after its removal. */
globalThis.Path2D = class {
  addPath() {}
  arc() {}
  lineTo() {}
  moveTo() {}
  rect() {}
} as unknown as typeof Path2D
