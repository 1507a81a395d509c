import type { Copied } from './clipboard.ts'

/**
 * Copies on a click. Not by navigator.clipboard, which is missing outside of HTTPS, and in Chromium reports each style of the
 * table to the content security policy.
 * @returns whether the browser let it
 */
export function writeClipboard({ text, html }: Copied): boolean {
  let isWritten = false
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.clipboardData?.setData('text/html', html)
    event.preventDefault()
    // A table's own copying must not replace it.
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
