import { copyString } from '../../contract/lib/memo.ts'
import { PRICE_KINDS } from '../../contract/offers/offer-values.ts'
import { NO_CITY } from '../../contract/reports/no-city.ts'
import { ALTERATIONS, type Alteration, type ListAccount } from '../../contract/sources/account.ts'
import type { Numbered, Remark } from '../../contract/sources/sample.ts'
import type { CollectedDraft, RecordedOffer, RepeatedOffer, UnlikelyOffer } from '../prices/snapshot-draft.ts'
import { VALUE_LABELS } from './values/price.ts'

export type Remarks = ReturnType<typeof createRemarks>

/** Maximum number of examples per remark. */
const MAX_EXAMPLES = 5

/** Counts remarks by their texts. */
export function createRemarks() {
  const known = new Map<string, Remark>()
  let line = 0
  return {
    /** Sets the record that the following remarks are about. */
    at(next: number): void {
      line = next
    },
    add(text: string, example?: string): void {
      const { count, examples } = known.get(text) ?? { count: 0, examples: [] }
      const addExample = example !== undefined && examples.length < MAX_EXAMPLES
      known.set(text, {
        text,
        count: count + 1,
        examples: addExample ? [...examples, { lines: [line], text: example }] : examples,
      })
    },
    /** Returns the remarks in the order of their first occurrence. */
    list: () => [...known.values()],
  }
}

const number = new Intl.NumberFormat('ru-RU')

const NUMBERED_TEXTS: Readonly<Record<Numbered, [one: string, several: string]>> = {
  lines: ['строка', 'строки'],
  records: ['запись', 'записи'],
}

/** Formats remarks as lines of text. */
export function formatRemarks(remarks: readonly Remark[], numbered: Numbered): string[] {
  const [one, several] = NUMBERED_TEXTS[numbered]
  const where = (lines: readonly number[]) => `${lines.length > 1 ? several : one} ${lines.join(' и ')}`
  return remarks.flatMap(({ text, count, examples }) => [
    `${text} — ${number.format(count)}`,
    ...examples.map((example) => `  ${where(example.lines)}: ${example.text}`),
  ])
}

export type Alterations = ReturnType<typeof createAlterations>

const MAX_EXAMPLE_LENGTH = 200

/** Counts the values that an import reads differently from how the file writes them. */
export function createAlterations() {
  const known = new Map<Alteration, { count: number; example: string }>()
  return {
    /** @param example the value as the file has it, and what became of it */
    add(rule: Alteration, example: string): void {
      const found = known.get(rule)
      if (found) found.count++
      else known.set(rule, { count: 1, example: copyString(example.slice(0, MAX_EXAMPLE_LENGTH)) })
    },
    /** Returns the rules in the order of their first occurrence. */
    list: (): ListAccount['altered'] =>
      [...known].map(([rule, found]) => ({ rule: ALTERATIONS[rule], ...found })),
  }
}

/**
 * Reports offers that were dropped for a cheaper offer of the same tyre at the same location, so that people notice
 * if two different tyres were merged.
 */
export function repeatedRemarks(draft: Pick<CollectedDraft, 'repeated'>): Remark[] {
  const { count, examples } = draft.repeated(MAX_EXAMPLES)
  if (count === 0) return []
  return [
    {
      text: 'Та же шина на том же складе с другой ценой: взята меньшая',
      count,
      examples: examples.map((one) => ({ lines: [one.kept.line, one.left.line], text: repeatedText(one) })),
    },
  ]
}

const UNUSUAL = {
  high: 'Цена во много раз больше обычной для размера: вероятно, в копейках',
  cheap: 'Цена во много раз меньше обычной для диаметра: вероятно, не в рублях',
} as const

/** Reports prices that are probably in kopecks, or in another currency. */
export function unusualRemarks(draft: Pick<CollectedDraft, 'unusual'>, kind: keyof typeof UNUSUAL): Remark[] {
  const { count, examples } = draft.unusual(kind)
  if (count === 0) return []
  return [
    {
      text: UNUSUAL[kind],
      count,
      examples: examples.map((one) => ({ lines: [one.line], text: unlikelyText(one) })),
    },
  ]
}

const roubles = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })

function repeatedText({ kept, left }: RepeatedOffer): string {
  const { city, warehouse } = kept.offer
  const location = [city === NO_CITY ? '' : city, warehouse].filter(Boolean).join(', ')
  const differing = PRICE_KINDS.filter((kind) => kept.offer[kind] !== left.offer[kind])
  const prices = ({ offer }: RecordedOffer) =>
    differing
      .map((kind) => `${VALUE_LABELS[kind]} ${offer[kind] === null ? '—' : roubles.format(offer[kind])}`)
      .join(', ')
  const described = [kept, left].map((one) => `«${one.name}» ${prices(one)}`).join(', а не ')
  return `взята ${described}${location === '' ? '' : ` (${location})`}`
}

/** Rejection reason for an offer whose price is implausibly low. */
export const unlikelyReason = ({ kind }: Pick<UnlikelyOffer, 'kind'>): string =>
  `${VALUE_LABELS[kind]}: не больше десятой части обычной для размера`

/** Describes an offer with its price and the usual price of its size, for the rejects file. */
export function unlikelyText({ name, specs, price, usual }: UnlikelyOffer): string {
  const size = `${[specs.width, specs.height].filter(Boolean).join('/')} R${specs.diameter}`
  return `${name || specs.article}: ${roubles.format(price)} ₽, обычно для ${size} — ${roubles.format(usual)} ₽`
}
