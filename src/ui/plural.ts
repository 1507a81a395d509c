const rules = new Intl.PluralRules('ru-RU')
const number = new Intl.NumberFormat('ru-RU')

/** Forms of a Russian noun as used after 1, 2 and 5. */
export type NounForms = readonly [one: string, few: string, many: string]

/** Formats '21 страница', '2 страницы', '1 005 страниц'. */
export function countText(count: number, [one, few, many]: NounForms): string {
  const rule = rules.select(count)
  return `${number.format(count)} ${rule === 'one' ? one : rule === 'few' ? few : many}`
}
