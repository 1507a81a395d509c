/** The percent of the proposals page (specification 4.8). */

const DIGITS = /^\d+(?:\.\d+)?$/

/**
 * Reads what was typed: digits with an optional decimal point (a comma is read as one), 0 to 100.
 * @returns the percent rounded to one decimal, or null when it is not such a number
 */
export function parsePercent(text: string): number | null {
  const normal = text.trim().replace(',', '.')
  if (!DIGITS.test(normal)) return null
  const value = Number(normal)
  if (value > 100) return null
  return Math.min(100, Math.max(0, Math.round(value * 10) / 10))
}

/** 1 + percent/100 rounded to two decimals, as it goes over the wire: 12.5 → '1.13'. */
export function percentMultiplier(percent: number): string {
  // Through integers: (1 + 12.5 / 100).toFixed(2) would depend on the binary form of 1.125.
  return String(Math.round(100 + percent) / 100)
}

/** The percent that a multiplier of the wire stands for, to the whole: '1.13' → 13; null when it is none. */
export function multiplierPercent(multiplier: string): number | null {
  return DIGITS.test(multiplier) ? parsePercent(String(Math.round(Number(multiplier) * 100) - 100)) : null
}
