import type { SiteAbsence, TotalsFigures, TotalsFilters } from '../../../contract/totals/totals.ts'
import { createYields } from '../../prices/steps.ts'
import {
  ALL_COMPETITORS,
  ANSWER_SIZE,
  CELL_SIZE,
  type DayTotals,
  MOVES_SIZE,
  UNDERCUT_SIZE,
} from '../../prices/totals/day-tally.ts'
import { FigureSum } from './figure-sum.ts'

/** Day of a period; null without prices. */
export interface SummedDay {
  day: string
  totals: DayTotals | null
}

/** Figures of a period, in total and by day, site, brand and city. */
export interface PeriodFigures {
  now: TotalsFigures
  /** figures are null for a day without own prices, or without those of the chosen site or of any competitor */
  days: { day: string; figures: TotalsFigures | null; own: boolean; competitors: string[] }[]
  sites: Map<string, { own: boolean; figures: TotalsFigures }>
  brands: Map<string, TotalsFigures>
  cities: Map<string, TotalsFigures>
  /** names of the period, whatever the filters */
  choices: { sites: Set<string>; brands: Set<string>; cities: Set<string> }
}

/** Combines the days of a period (specification 27.1). Yields to the event loop between the days. */
export async function combineDays(
  days: readonly SummedDay[],
  filters: TotalsFilters,
): Promise<PeriodFigures> {
  const pause = createYields()
  const answers = await answerDays(days, pause)
  const sums = new GroupSums(filters)
  for (const { day, totals } of days) {
    if (totals) sums.addDay(day, totals, answers)
    await pause()
  }
  return sums.figures(days)
}

/** Days on which the own lowest price of a tyre in a city changed, by both, oldest first. */
type AnswerDays = ReadonlyMap<string, readonly string[]>

const answerKey = (tyre: number, city: string): string => `${tyre} ${city}`

/** Returns the days of own price changes of the tyres that were undercut. */
async function answerDays(
  days: readonly SummedDay[],
  pause: () => Promise<void> | undefined,
): Promise<AnswerDays> {
  const answers = new Map<string, string[]>()
  for (const { day, totals } of days) {
    if (!totals) continue
    for (let at = 0; at < totals.answers.length; at += ANSWER_SIZE) {
      const key = answerKey(
        totals.answers[at] as number,
        totals.cities[totals.answers[at + 1] as number] ?? '',
      )
      answers.get(key)?.push(day)
    }
    // Afterwards: an answer is later than the undercut.
    for (let at = 0; at < totals.undercuts.length; at += UNDERCUT_SIZE) {
      const key = answerKey(
        totals.undercuts[at] as number,
        totals.cities[totals.undercuts[at + 1] as number] ?? '',
      )
      if (!answers.has(key)) answers.set(key, [])
    }
    await pause()
  }
  return answers
}

class GroupSums {
  readonly #filters: TotalsFilters
  readonly #all = new FigureSum()
  readonly #days = new Map<string, { sum: FigureSum; own: boolean; both: boolean; competitors: string[] }>()
  readonly #sites = new Map<string, { own: boolean; sum: FigureSum }>()
  readonly #brands = new Map<string, FigureSum>()
  readonly #cities = new Map<string, FigureSum>()
  readonly #choices: PeriodFigures['choices'] = { sites: new Set(), brands: new Set(), cities: new Set() }

  constructor(filters: TotalsFilters) {
    this.#filters = filters
  }

  addDay(day: string, totals: DayTotals, answers: AnswerDays): void {
    const own = totals.sites.some((site) => site.own)
    const competitors = totals.sites.filter((site) => !site.own).map(({ host }) => host)
    const { site: chosen } = this.#filters
    const compared = chosen === '' ? competitors.length > 0 : totals.sites.some(({ host }) => host === chosen)
    this.#days.set(day, { sum: new FigureSum(), own, both: own && compared, competitors })
    for (const site of totals.sites) {
      if (!site.own) this.#choices.sites.add(site.host)
      if (this.#isShown(site)) this.#site(site)
    }
    for (const city of totals.cities) this.#choices.cities.add(city)
    for (const brand of totals.brands) this.#choices.brands.add(brand)
    this.#addCells(day, totals)
    this.#addMoves(day, totals)
    this.#addUndercuts(day, totals, answers)
  }

  #addCells(day: string, totals: DayTotals): void {
    const { site: chosen } = this.#filters
    for (let at = 0; at < totals.cells.length; at += CELL_SIZE) {
      const [city, brand, site, pairs, first, weight, weighted] = totals.cells.slice(at, at + CELL_SIZE) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      const place = this.#placeOf(totals, city, brand)
      if (!place) continue
      const host = totals.sites[site]
      if (host && this.#isShown(host)) this.#site(host).addCell(pairs, first, weight, weighted)
      // The comparison with all competitors, or with the chosen one.
      if (chosen === '' ? site !== ALL_COMPETITORS : host?.host !== chosen) continue
      for (const sum of this.#sumsOf(day, place)) sum.addCell(pairs, first, weight, weighted)
    }
  }

  #addMoves(day: string, totals: DayTotals): void {
    for (let at = 0; at < totals.moves.length; at += MOVES_SIZE) {
      const [city, brand, site, up, down] = totals.moves.slice(at, at + MOVES_SIZE) as [
        number,
        number,
        number,
        number,
        number,
      ]
      const place = this.#placeOf(totals, city, brand)
      const host = totals.sites[site]
      if (!place || !host || !this.#isShown(host)) continue
      for (const sum of [this.#site(host), ...this.#sumsOf(day, place)]) sum.addMoves(host.own, up, down)
    }
  }

  #addUndercuts(day: string, totals: DayTotals, answers: AnswerDays): void {
    for (let at = 0; at < totals.undercuts.length; at += UNDERCUT_SIZE) {
      const [tyre, city, brand, site] = totals.undercuts.slice(at, at + UNDERCUT_SIZE) as [
        number,
        number,
        number,
        number,
      ]
      const place = this.#placeOf(totals, city, brand)
      const host = totals.sites[site]
      if (!place || !host || !this.#isShown(host)) continue
      const answered = answers.get(answerKey(tyre, place.city))?.find((one) => one > day)
      for (const sum of [this.#site(host), ...this.#sumsOf(day, place)]) sum.addUndercut(day, answered)
    }
  }

  /** Returns whether the filters leave a site; own sites are always compared. */
  #isShown({ host, own }: DayTotals['sites'][number]): boolean {
    return own || this.#filters.site === '' || this.#filters.site === host
  }

  /** @returns undefined for a place that the filters leave out */
  #placeOf(totals: DayTotals, city: number, brand: number): { city: string; brand: string } | undefined {
    const place = { city: totals.cities[city] ?? '', brand: totals.brands[brand] ?? '' }
    const { city: chosenCity, brand: chosenBrand } = this.#filters
    const fits =
      (chosenCity === '' || chosenCity === place.city) && (chosenBrand === '' || chosenBrand === place.brand)
    return fits ? place : undefined
  }

  #sumsOf(day: string, { city, brand }: { city: string; brand: string }): FigureSum[] {
    const ofDay = this.#days.get(day)?.sum
    return [this.#all, ...(ofDay ? [ofDay] : []), sumIn(this.#cities, city), sumIn(this.#brands, brand)]
  }

  #site({ host, own }: DayTotals['sites'][number]): FigureSum {
    const known = this.#sites.get(host)
    if (known) return known.sum
    const sum = new FigureSum()
    this.#sites.set(host, { own, sum })
    return sum
  }

  figures(days: readonly SummedDay[]): PeriodFigures {
    const figuresBy = (sums: ReadonlyMap<string, FigureSum>) =>
      new Map([...sums].map(([name, sum]) => [name, sum.figures()] as const))
    return {
      now: this.#all.figures(),
      days: days.map(({ day }) => {
        const ofDay = this.#days.get(day)
        return {
          day,
          figures: ofDay?.both ? ofDay.sum.figures() : null,
          own: ofDay?.own ?? false,
          competitors: ofDay?.competitors ?? [],
        }
      }),
      sites: new Map([...this.#sites].map(([host, { own, sum }]) => [host, { own, figures: sum.figures() }])),
      brands: figuresBy(this.#brands),
      cities: figuresBy(this.#cities),
      choices: this.#choices,
    }
  }
}

function sumIn(sums: Map<string, FigureSum>, name: string): FigureSum {
  const known = sums.get(name)
  if (known) return known
  const sum = new FigureSum()
  sums.set(name, sum)
  return sum
}

/**
 * Returns the competitors of a period, or of another one, that have no prices on a day that is not a gap, the largest
 * first. With a chosen site all of its missing days are gaps.
 */
export function absentSites(
  { days, sites }: Pick<PeriodFigures, 'days' | 'sites'>,
  other: Pick<PeriodFigures, 'days' | 'sites'>,
): SiteAbsence[] {
  const pairsOf = (host: string) =>
    (sites.get(host)?.figures.pairs ?? 0) + (other.sites.get(host)?.figures.pairs ?? 0)
  const compared = days.filter(({ figures }) => figures !== null)
  return [...new Map([...other.sites, ...sites])]
    .filter(([, { own }]) => !own)
    .map(([site]) => ({
      site,
      days: compared.filter(({ competitors }) => !competitors.includes(site)).map(({ day }) => day),
    }))
    .filter((absence) => absence.days.length > 0)
    .sort((a, b) => pairsOf(b.site) - pairsOf(a.site) || (a.site < b.site ? -1 : 1))
}
