/**
 * Returns a formatter of moments (ms) as ISO 8601 in a time zone, with the offset: '2026-11-21T09:00:00+03:00'.
 * @param zone IANA name of the time zone
 */
export function zonedMoments(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  })
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const { year, month, day, hour, minute, second, timeZoneName = '' } = parts
    // The text is 'GMT+03:00', or only 'GMT' for UTC.
    const offset = timeZoneName.slice('GMT'.length) || '+00:00'
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`
  }
}

/** Returns whether the text is the name of a time zone. Offsets are refused: they have no summer time. */
export function isZone(text: string): boolean {
  if (!/^[A-Z][\w+-]*(?:\/[\w+-]+)*$/i.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}
