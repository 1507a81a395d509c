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
