/**
 * Returns the pause in ms that a Retry-After header asks for, as a number of seconds or a date (RFC 9110 §10.2.3); 0
 * without a valid header.
 */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}
