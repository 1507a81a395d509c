import type { Mapping } from '../mapping.ts'
import type { Columns, RawCell } from '../readers/columns.ts'
import { LONGEST_FIELD } from '../values/text.ts'
import { textOf } from './source.ts'

/** Fills a record's '$' fields. */
export type Extract = (cells: RawCell[]) => void

/** Compiles the mapping's `extract`. Call it before compiling anything that reads '$' fields. */
export function compileExtract(rules: Mapping['extract'] = [], columns: Columns): Extract {
  const steps = rules.map((rule) => ({
    from: columns.slot(rule.from),
    pattern: new RegExp(rule.match, 'u'),
    groups: groupNames(rule.match).map((name) => ({ name, place: columns.slot(`$${name}`) })),
  }))
  const places = [...new Set(steps.flatMap(({ groups }) => groups.map(({ place }) => place)))]

  return (cells) => {
    for (const place of places) cells[place] = ''
    for (const { from, pattern, groups } of steps) {
      const found = pattern.exec(textOf(cells[from]).slice(0, LONGEST_FIELD))?.groups
      if (!found) continue
      for (const { name, place } of groups) {
        if (cells[place] === '') cells[place] = found[name] ?? ''
      }
    }
  }
}

function groupNames(expression: string): string[] {
  return [...expression.matchAll(/\(\?<([a-zA-Z]\w*)>/g)].map((found) => found[1] as string)
}
