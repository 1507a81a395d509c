const START = String.raw`(?<!\p{L})`
const END = String.raw`(?!\p{L})`

/** Names of currencies other than the rouble of Russia. */
const FOREIGN = new RegExp(
  String.raw`[$€£¥₸₴₾₼]|${START}(?:usd|eur|gbp|cny|rmb|kzt|uah|byn|byr|kgs|uzs|amd|azn|gel|у\.?\s?е|долл\p{L}*|евро|юан\p{L}*|тенге|тг|гривн\p{L}*|грн|бел\.?\s?руб\p{L}*|сом|сум)${END}`,
  'iu',
)

const ROUBLE = new RegExp(String.raw`₽|${START}(?:руб\p{L}*|р|ru[br])${END}`, 'iu')

/** Numbers of ISO 4217 of currencies other than the rouble, which only a currency column or an attribute means so. */
const CODES = '(?:398|933|974|840|978|826|156|980|417|860|051|944|981)'
const FOREIGN_CODE = new RegExp(`^${CODES}$`)
/** Price that is listed by its currency: 'price[933]'. */
const OF_FOREIGN_CODE = new RegExp(String.raw`\[${CODES}\]$`)

/** Returns true if a text of a currency column is the number of a currency other than the rouble. */
export const isForeignCode = (text: string): boolean => FOREIGN_CODE.test(text.trim())

/** Returns true if a text names a currency other than the rouble, such as '$45' or 'Цена, USD'. */
export const isForeign = (text: string): boolean =>
  (FOREIGN.test(text) && (!ROUBLE.test(text) || /бел/i.test(text))) || OF_FOREIGN_CODE.test(text)

/** Returns true if a currency field means roubles; an empty one does too. */
export const isRouble = (text: string): boolean => {
  const name = text.trim()
  return name === '' || name === '643' || name === '810' || (ROUBLE.test(name) && !/бел/i.test(name))
}
