/**
 * Returns the values whose label contains the query, those whose label starts with it first. Ignores case and treats ё
 * as е.
 */
export function searchValues(
  values: readonly string[],
  labelOf: (value: string) => string,
  typed: string,
): string[] {
  const wanted = fold(typed)
  const found = values.filter((value) => fold(labelOf(value)).includes(wanted))
  const begins = (value: string) => fold(labelOf(value)).startsWith(wanted)
  return [...found.filter(begins), ...found.filter((value) => !begins(value))]
}

const fold = (text: string): string => text.trim().toLowerCase().replaceAll('ё', 'е')
