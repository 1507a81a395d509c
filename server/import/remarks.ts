import { detach } from '../../contract/lib/memo.ts'
import { ALTERATIONS, type Alteration, type ListAccount } from '../../contract/sources/account.ts'
import type { Numbered, Remark } from '../../contract/sources/sample.ts'

/** Counts remarks by their texts. */
export interface Remarks {
  /** Sets the record that the following remarks are about. */
  at(line: number): void
  add(text: string, example?: string): void
  /** in the order of their first occurrence */
  list(): Remark[]
}

/** Maximum number of examples per remark. */
export const MAX_EXAMPLES = 5

export function createRemarks(): Remarks {
  const known = new Map<string, Remark>()
  let line = 0
  return {
    at(next) {
      line = next
    },
    add(text, example) {
      const { count, examples } = known.get(text) ?? { count: 0, examples: [] }
      const addExample = example !== undefined && examples.length < MAX_EXAMPLES
      known.set(text, {
        text,
        count: count + 1,
        examples: addExample ? [...examples, { lines: [line], text: example }] : examples,
      })
    },
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

/** Counts the values that an import reads differently from how the file writes them. */
export interface Alterations {
  /** @param example the value as the file has it, and what became of it */
  add(rule: Alteration, example: string): void
  /** in the order of their first occurrence */
  list(): ListAccount['altered']
}

const LONGEST_EXAMPLE = 200

export function createAlterations(): Alterations {
  const known = new Map<Alteration, { count: number; example: string }>()
  return {
    add(rule, example) {
      const found = known.get(rule)
      if (found) found.count++
      else known.set(rule, { count: 1, example: detach(example.slice(0, LONGEST_EXAMPLE)) })
    },
    list: () => [...known].map(([rule, found]) => ({ rule: ALTERATIONS[rule], ...found })),
  }
}
