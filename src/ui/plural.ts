const rules = new Intl.PluralRules('ru-RU')
const number = new Intl.NumberFormat('ru-RU')

/** Forms of a Russian noun as used after 1, 2 and 5. */
export type NounForms = readonly [one: string, few: string, many: string]

/** Returns the form that agrees with a number: 'Уйдут' of 2 prices, 'Уйдёт' of 5. */
export function pluralForm(count: number, [one, few, many]: NounForms): string {
  const rule = rules.select(count)
  return rule === 'one' ? one : rule === 'few' ? few : many
}

/** Formats '21 страница', '2 страницы', '1 005 страниц'. */
export const countText = (count: number, forms: NounForms): string =>
  `${number.format(count)} ${pluralForm(count, forms)}`
