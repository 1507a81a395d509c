/** Season of a tyre, as stated by words of a query or a price list. */

export type Season = 'winter' | 'summer' | 'all'

/** Meaning of a word: a property by which tyres are found. */
export type Meaning =
  | { property: 'season'; value: Season }
  | { property: 'studs'; value: 'yes' | 'no' }
  | { property: 'vehicle'; value: string }

/** Patterns of the season in price lists. */
export const SEASON_WORDS: readonly (readonly [RegExp, Season])[] = [
  [/всес|круглогод|all.?s|4.?s/, 'all'],
  [/зим|wint/, 'winter'],
  [/лет|summ/, 'summer'],
]

/** Vehicle types: id, pattern of words typed in a query, and pattern of texts in price lists. */
export const VEHICLES: readonly (readonly [name: string, typed: RegExp, stored: RegExp])[] = [
  ['light-truck', /^(легкогруз\p{L}*|лгт|микроавтоб\p{L}*|комтранс)$/u, /легкогруз|микроавт/],
  ['car', /^легков\p{L}*$/u, /легков/],
  ['truck', /^груз(ов\p{L}*|ы|овик\p{L}*)?$/u, /^груз/],
  ['suv', /^(внедорож\p{L}*|джип\p{L}*)$/u, /внедор|джип|suv|4x4/],
  ['mud', /^(грязь|грязев\p{L}*)$/u, /гряз/],
  ['farm', /^(сельхоз\p{L}*|трактор\p{L}*)$/u, /сельхоз|трактор/],
  ['quad', /^квадро\p{L}*$/u, /квадро/],
  ['moto', /^мото\p{L}*$/u, /мото/],
  ['special', /^(спецтехн\p{L}*|погрузч\p{L}*|индустр\p{L}*)$/u, /спец|индустр|погруз/],
]

const season = (value: Season): Meaning => ({ property: 'season', value })
const studs = (value: 'yes' | 'no'): Meaning => ({ property: 'studs', value })

const WORDS: readonly (readonly [RegExp, Meaning])[] = [
  [/^(зим[аеыуо]?|зимн\p{L}*|winter|vinter)$/u, season('winter')],
  [/^(лет[оа]?|летн\p{L}*|летк\p{L}*|summer)$/u, season('summer')],
  [/^(всесез\p{L}*|круглогод\p{L}*|allseason\p{L}*|4season\p{L}*)$/u, season('all')],
  [/^(шип|шипы|шипов\p{L}*|ошип\p{L}*|шипуч\p{L}*|studded)$/u, studs('yes')],
  [/^(липуч\p{L}*|нешип\p{L}*|бесшип\p{L}*|фрикц\p{L}*|friction|studless)$/u, studs('no')],
  ...VEHICLES.map(([value, typed]) => [typed, { property: 'vehicle', value }] as const),
]

/** Phrases with one meaning, and the word that replaces them. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:не|без)\s?-?\s?шип\p{L}*/gu, ' нешип '],
  [/(?<!\p{L})на липучк\p{L}*/gu, ' липучка '],
  [/(?<!\p{L})all[\s-]?seasons?(?!\p{L})/gu, ' allseason '],
  [/(?<!\p{L})все\s?сезон\p{L}*/gu, ' всесезон '],
]

/** Words without information about a specific tyre. */
const FILLERS =
  /^(шин[аыу]?|автошин\p{L}*|резин\p{L}*|кол[её]с\p{L}*|покрыш\p{L}*|купить|цен[аы]?|для|на|и|размер\p{L}*|комплект\p{L}*|tyres?|tires?|r|р|шт|руб)$/u

/** Replaces the phrases of a plain text by single words. */
export function joinPhrases(plain: string): string {
  return PHRASES.reduce((text, [phrase, word]) => text.replace(phrase, word), plain)
}

/** Returns the meanings that a word can have besides being part of a name. */
export const meaningsOf = (word: string): Meaning[] =>
  WORDS.flatMap(([pattern, meaning]) => (pattern.test(word) ? [meaning] : []))

export const isFiller = (word: string): boolean => FILLERS.test(word)
