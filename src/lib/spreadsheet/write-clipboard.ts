import type { Copied } from './clipboard.ts'

/**
 * Copies on a click, by means of the copy event. navigator.clipboard is not used: it is missing without HTTPS, and in
 * Chromium each style of the table is reported to the content security policy.
 * @returns whether the browser allowed the copy
 */
export function writeClipboard({ text, html }: Copied): boolean {
  let isWritten = false
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.clipboardData?.setData('text/html', html)
    event.preventDefault()
    // Prevents the grid's copy handler from replacing the content.
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
