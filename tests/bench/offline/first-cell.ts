/** watchFirstCell runs in the page before its own scripts, so it must not refer to anything outside itself. */

declare global {
  interface Window {
    /** milliseconds from the start of the navigation to the frame with the first cell of the table */
    firstCell: Promise<number>
  }
}

/** Sets window.firstCell. A task that is queued in a frame's callback runs after that frame's layout and paint. */
export function watchFirstCell(): void {
  window.firstCell = new Promise((resolve) => {
    const shown = () => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      requestAnimationFrame(() => port2.postMessage(null))
    }
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.report-grid [role=gridcell]')) return
      observer.disconnect()
      shown()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}
