import type { FilterName, FilterValues } from '../../../../contract/reports/filters.ts'
import { plainText } from '../../../../contract/search/plain-text.ts'
import { type SizeParts, sizeAt } from '../../../../contract/search/tyre-sizes.ts'

/** Complete size that was typed into the field for width, profile or diameter. */
export interface SizeChoice {
  /** for example '205/55 R16' */
  label: string
  filters: Required<Pick<FilterValues, keyof SizeParts>>
}

type Lists = Readonly<Record<FilterName, readonly string[]>>

/** Fields that accept a complete size. */
export const SIZE_FIELDS: ReadonlySet<FilterName> = new Set(['width', 'height', 'diameter'])

/**
 * Parses '205/55 R16', '205 55 16' or '2055516'.
 * @param lists the options; each number becomes the option with that number
 * @returns null unless the text has width, profile and diameter and nothing else
 */
export function sizeChoice(typed: string, lists: Lists): SizeChoice | null {
  const plain = plainText(typed).trim()
  const found = sizeAt(plain, 0)
  const { width, height, diameter } = found?.size ?? {}
  if (found?.end !== plain.length || width === undefined || height === undefined || diameter === undefined)
    return null
  return {
    label: `${width}/${height} R${diameter}`,
    filters: {
      width: optionFor(width, lists.width),
      height: optionFor(height, lists.height),
      diameter: optionFor(diameter, lists.diameter),
    },
  }
}

/** Returns the option with this number, or the number, which an empty table then names (specification 4.15). */
const optionFor = (value: number, options: readonly string[]): string =>
  options.find((option) => Number(option.replace(/^[rр]/i, '').replace(',', '.')) === value) ?? String(value)
