import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { importFile } from '../../server/import/import-file.ts'
import { USUAL_LIMITS } from '../../server/import/limits.ts'
import { type Mapping, readMapping } from '../../server/import/mapping.ts'
import { guessMapping } from '../../server/mapping-guess/guess.ts'
import { readAccount } from '../../server/mapping-guess/read-account.ts'
import { createDraft } from '../../server/prices/snapshot-draft.ts'

/** Returns the keys of the findings that hold a list which is read by its guess, and its number of tyres. */
export async function importGuessed(content: string | Uint8Array, name = 'list.csv') {
  const folder = await mkdtemp(join(tmpdir(), 'notes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, content)
  const { mapping: guess, missing } = await guessMapping(path)
  if (missing.length > 0) return { keys: missing, tyres: 0, account: null }
  const mapping = readMapping(guess) as Mapping
  const rejects = { add() {}, close: () => null }
  const { reading, tyres } = await importFile({
    ...{ path, site: 'a.ru', date: '2026-04-18', mapping, draft: createDraft(), rejectsDir: '', rejects },
  })
  const account = await readAccount(path, mapping, reading, USUAL_LIMITS, {
    isGuessed: true,
    day: '2026-04-18',
  })
  return { keys: account.findings.filter(({ holds }) => holds).map(({ key }) => key), tyres, account }
}

export const listedName = (i: number) => `Arktika Polar ${i} 205/55 R16 91T`
export const LISTED = Array.from({ length: 20 }, (_, i) => i)
/** Price list with these columns; a number is the first tyre's price, and rises by 10. */
export const tyreRows = (columns: Record<string, number | string>) => [
  ['Артикул', 'Название', ...Object.keys(columns)],
  ...LISTED.map((i) => [
    `AR${i}X`,
    listedName(i),
    ...Object.values(columns).map((value) => (typeof value === 'number' ? value + i * 10 : value)),
  ]),
]
export const tyreCsv = (columns: Record<string, number | string>, above = '', below = '') =>
  [above, ...tyreRows(columns).map((row) => row.join(';')), below].filter(Boolean).join('\n')
