import type { Copied } from './clipboard.ts'

/**
 * Copies on a click through the copy event. navigator.clipboard is missing without HTTPS, and in Chromium it reports
 * each style of the table to the content security policy.
 * @returns whether the browser allowed it
 */
export function writeClipboard({ text, html }: Copied): boolean {
  let isWritten = false
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.clipboardData?.setData('text/html', html)
    event.preventDefault()
    // The grid's own copy handler must not replace this copy.
    event.stopImmediatePropagation()
    isWritten = event.clipboardData !== null
  }
  document.addEventListener('copy', write, true)
  try {
    return document.execCommand('copy') && isWritten
  } finally {
    document.removeEventListener('copy', write, true)
  }
}
