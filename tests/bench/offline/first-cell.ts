/** What runs in the page, from before its own scripts. Nothing here may use anything outside of its own function. */

declare global {
  interface Window {
    /** milliseconds from the start of the navigation to the frame with the first cell of the table */
    firstCell: Promise<number>
  }
}

/** The task after a frame's callbacks and layout begins when the frame has been handed over to be shown. */
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
