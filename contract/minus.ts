/** A real minus sign is as wide as the plus and the digits; Intl writes a hyphen in Russian. For people, not for spreadsheets. */
export const MINUS = '\u2212'

/** A formatted number with that sign. */
export const withMinus = (number: string): string => number.replace('-', MINUS)
