import { MAX_FIELD_LENGTH } from '../../../contract/reports/field-length.ts'
import { validGtin } from '../../prices/listings/listing.ts'

/** Separators of several barcodes in one cell. */
const SEPARATORS = /[\s,;|/]+/

/**
 * GS1 prefixes for numbers that a shop assigns itself (020–029, 040–049, 200–299), in a GTIN of 14 digits. Accounting
 * programs print them as barcodes, and another shop uses the same one for other goods.
 */
const OWN_NUMBER = /^\d(?:2|0[24])/

/** Returns the barcodes with a valid check digit in a cell, as GTINs of 14 digits. */
export function barcodesIn(text: string): string[] {
  const own = text.slice(0, MAX_FIELD_LENGTH)
  return [own, ...own.split(SEPARATORS)].map(validGtin).filter((gtin) => gtin !== '')
}

/** Returns the first barcode in a cell that a shop has not assigned itself, as a GTIN of 14 digits; '' without one. */
export const gtinIn = (text: string): string => barcodesIn(text).find((gtin) => !OWN_NUMBER.test(gtin)) ?? ''

/** Returns a GTIN of 14 digits as it is printed below a barcode: with 13 digits, or 8. */
export const printedGtin = (gtin: string): string => gtin.replace(/^0(?:00000(?=\d{8}$))?/, '')
