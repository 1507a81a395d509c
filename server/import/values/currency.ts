const START = String.raw`(?<!\p{L})`
const END = String.raw`(?!\p{L})`

/** Names of currencies other than the rouble of Russia. */
const FOREIGN = new RegExp(
  String.raw`[$€£¥₸₴₾₼]|${START}(?:usd|eur|gbp|cny|rmb|kzt|uah|byn|byr|kgs|uzs|amd|azn|gel|у\.?\s?е|долл\p{L}*|евро|юан\p{L}*|тенге|тг|гривн\p{L}*|грн|бел\.?\s?руб\p{L}*|сом|сум)${END}`,
  'iu',
)

const ROUBLE = new RegExp(String.raw`₽|${START}(?:руб\p{L}*|р|ru[br])${END}`, 'iu')

/** Returns true if a text names a currency other than the rouble, such as '$45' or 'Цена, USD'. */
export const isForeign = (text: string): boolean =>
  FOREIGN.test(text) && (!ROUBLE.test(text) || /бел/i.test(text))

/** Returns true if a currency field means roubles; an empty one does too. */
export const isRouble = (text: string): boolean => {
  const name = text.trim()
  return name === '' || name === '643' || name === '810' || (ROUBLE.test(name) && !/бел/i.test(name))
}
