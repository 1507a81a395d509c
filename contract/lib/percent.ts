/** Format of a percent on the proposals page (specification 4.8), and of a multiplier. */

const DIGITS = /^\d+(?:\.\d+)?$/

/**
 * Parses a typed percent from 0 to 100 with an optional decimal point or comma.
 * @returns the percent rounded to one decimal, or null for invalid input
 */
export function parsePercent(text: string): number | null {
  const normal = text.trim().replace(',', '.')
  if (!DIGITS.test(normal)) return null
  const value = Number(normal)
  if (value > 100) return null
  return Math.min(100, Math.max(0, Math.round(value * 10) / 10))
}

/** Returns 1 + percent/100 rounded to two decimals, as sent to the server: 12.5 → '1.13'. */
export function percentMultiplier(percent: number): string {
  // Uses integers: (1 + 12.5 / 100).toFixed(2) would depend on the binary representation of 1.125.
  return String(Math.round(100 + percent) / 100)
}

/** Returns the whole percent for a multiplier as sent to the server: '1.13' → 13; null for invalid text. */
export function multiplierPercent(multiplier: string): number | null {
  return DIGITS.test(multiplier) ? parsePercent(String(Math.round(Number(multiplier) * 100) - 100)) : null
}
