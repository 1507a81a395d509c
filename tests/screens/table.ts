import { faultsOf, LIMITS } from './limits.ts'
import type { Figures } from './measure.ts'
import { SCREENS } from './screens.ts'

const HEAD = [
  'screen',
  'size',
  'theme',
  'rows',
  'cards',
  'shift',
  'cut',
  'overlap',
  'beyond',
  'contrast',
  'taps',
  'axe',
  '',
]
const LIMIT_ROW = [
  'limit',
  '',
  '',
  '',
  '',
  LIMITS.shift,
  LIMITS.cut,
  LIMITS.overlapping,
  LIMITS.overflowing,
  LIMITS.contrast,
  LIMITS.targets,
  LIMITS.serious,
  '',
].map(String)
/** Number of columns with texts, which are aligned to the left. */
const TEXTS = 3

/** Returns a table of the figures in the order of the screens, as text. */
export function figuresTable(all: readonly Figures[]): string {
  const order = (name: string) => SCREENS.findIndex((screen) => screen.name === name)
  const rows = all
    .toSorted((a, b) => order(a.screen) - order(b.screen))
    .map((one) => [
      one.screen,
      one.size,
      one.scheme,
      String(one.rows ?? '–'),
      String(one.cards ?? '–'),
      one.shift.toFixed(3),
      String(one.cut.length),
      String(one.overlapping.length),
      String(one.overflowing.length),
      String(one.contrast.length),
      String(one.targets.length),
      String(one.serious.length),
      faultsOf(one).length === 0 ? '✓' : '✗',
    ])
  const lines = [HEAD, LIMIT_ROW, ...rows]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column < TEXTS ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
