/**
 * True minus sign, as wide as a plus sign and digits; Intl writes a hyphen in Russian. For display, not for
 * spreadsheets.
 */
export const MINUS = '\u2212'

/** Replaces the hyphen of a formatted number with a minus sign. */
export const withMinus = (number: string): string => number.replace('-', MINUS)
