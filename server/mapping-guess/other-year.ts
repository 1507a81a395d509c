/** Year that is no part of a date. */
const YEAR = /(?<![\d./-])20[0-4]\d(?![\d./-]*\d)/u
const YEARS = new RegExp(YEAR, 'gu')
/** Words beside which the year before is that of the season. */
const SEASON = /сезон|зим|лет(?:о|н)|season|winter|summer|20\d\d\s?[-–/]\s?(?:20)?\d\d(?!\d)/iu
/** Title of prices with a year: 'Прайс 2022 года', 'Цены на шины 2023'. */
const TITLED =
  /(?:прайс|цен[аы]|стоимость|price)(?:[\s-]{1,3}(?:лист|list|на|за|шин\p{L}{0,3}|резин\p{L}|зим\p{L}{0,4}|лет\p{L}{0,4}|сезон\p{L}?)){0,4}[\s_-]{1,3}20[0-4]\d(?![\d./-])/iu

/**
 * Returns true if the name of a price states another year than that of the list; the year before may be that of its
 * season.
 * @param day day of the list; without it, no year is another
 */
export function isOtherYear(text: string, day: string | undefined): boolean {
  if (day === undefined || !YEAR.test(text)) return false
  const stated = [...text.matchAll(YEARS)].map(([year]) => Number(year))
  const year = Number(day.slice(0, 4))
  return Math.max(...stated) < (SEASON.test(text) ? year - 1 : year)
}

/** Returns true if a title says that its prices are of another year than the list. */
export const isTitleOfOtherYear = (text: string, day: string | undefined): boolean =>
  TITLED.test(text) && isOtherYear(text, day)
