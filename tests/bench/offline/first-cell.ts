/** watchFirstCell runs in the page before its own scripts, so it must not refer to anything outside itself. */

declare global {
  interface Window {
    /** milliseconds from the start of the navigation to the frame with the first cell of the table */
    firstCell: Promise<number>
    /** the same for the first cell that is visible, also in the picture of the last screen */
    firstRows: Promise<number>
  }
}

/**
 * Sets window.firstCell and window.firstRows. A task that is queued in a frame's callback runs after that frame's layout
 * and paint.
 */
export function watchFirstCell(): void {
  const shown = (within: string) =>
    new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        const cell = document.querySelector(`${within} .report-grid [role=gridcell]`)
        if (!cell?.checkVisibility()) return
        observer.disconnect()
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        requestAnimationFrame(() => port2.postMessage(null))
      })
      observer.observe(document, { childList: true, subtree: true })
    })
  window.firstCell = shown('#root')
  window.firstRows = shown('body')
}
