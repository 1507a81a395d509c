/**
 * Lists names: 'a.ru, b.ru и ещё 2'.
 * @param most maximum number of names; the rest are only counted
 */
export function listed(names: readonly string[], most: number, separator = ', '): string {
  const others = names.length > most ? ` и ещё ${names.length - most}` : ''
  return `${names.slice(0, most).join(separator)}${others}`
}
