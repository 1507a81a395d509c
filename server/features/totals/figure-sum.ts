import { dayNumber } from '../../../contract/lib/dates.ts'
import { statisticsOf } from '../../../contract/reports/statistics.ts'
import type { FigureGroup, TotalsFigures } from '../../../contract/totals/totals.ts'

/** Rounds to one decimal, halves up. */
const toTenths = (value: number): number => Math.round(value * 10) / 10

/** Sum of the figures of a selection (specification 27.1). Only its result is rounded. */
export class FigureSum {
  #pairs = 0
  #first = 0
  #weight = 0
  #weighted = 0
  #up = 0
  #down = 0
  #ownUp = 0
  #ownDown = 0
  #open = 0
  readonly #reactions: number[] = []

  addCell(pairs: number, first: number, weight: number, weighted: number): void {
    this.#pairs += pairs
    this.#first += first
    this.#weight += weight
    this.#weighted += weighted
  }

  addMoves(own: boolean, up: number, down: number): void {
    if (own) {
      this.#ownUp += up
      this.#ownDown += down
    } else {
      this.#up += up
      this.#down += down
    }
  }

  /** @param answered day of the next own price change; undefined if it did not follow within the period */
  addUndercut(day: string, answered: string | undefined): void {
    if (answered === undefined) this.#open += 1
    else this.#reactions.push(dayNumber(answered) - dayNumber(day))
  }

  figures(): TotalsFigures {
    const reaction = statisticsOf(this.#reactions)
    return {
      index: this.#weight > 0 ? toTenths((this.#weighted / this.#weight) * 100) : null,
      weight: this.#weight,
      pairs: this.#pairs,
      first: this.#first,
      reaction: reaction && toTenths(reaction.median),
      answered: this.#reactions.length,
      open: this.#open,
      own_up: this.#ownUp,
      own_down: this.#ownDown,
      up: this.#up,
      down: this.#down,
    }
  }
}

/** Pairs the groups of two periods by name, the dearest against the competitors first, those without an index last. */
export function pairedGroups(
  now: ReadonlyMap<string, TotalsFigures>,
  before: ReadonlyMap<string, TotalsFigures>,
): FigureGroup[] {
  const groups = [...now].map(([name, figures]) => ({
    name,
    now: figures,
    before: before.get(name) ?? new FigureSum().figures(),
  }))
  const rank = ({ now: { index } }: FigureGroup) => index ?? Number.NEGATIVE_INFINITY
  return groups.sort((a, b) => compareNumbers(rank(b), rank(a)) || (a.name < b.name ? -1 : 1))
}

const compareNumbers = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)
