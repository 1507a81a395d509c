/** Whether the page is laid out for a phone, either way round: `--compact` in breakpoints.css. */
export function isCompact(): boolean {
  return getComputedStyle(document.documentElement).getPropertyValue('--layout').trim() === 'compact'
}
