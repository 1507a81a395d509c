import { normaliseArticle } from '../../contract/tyre/tyre-key.ts'
import { readImportLimits } from '../config.ts'
import { importFile } from '../import/import-file.ts'
import type { ImportLimits } from '../import/limits.ts'
import { namesStuds, parseListing, withHabit } from '../matching/parse.ts'
import { type Evaluation, evaluate, type TrainingListing, trainWeights } from '../matching/train.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { createDraft } from '../prices/snapshot-draft.ts'
import { print, runCommandLine } from './command-line.ts'
import { guessedMapping } from './describe.ts'
import { formatNumber } from './progress.ts'

const OPTIONS = {
  parse: { type: 'string' },
  brand: { type: 'string' },
  evaluate: { type: 'boolean' },
  train: { type: 'boolean' },
  on: { type: 'string', multiple: true },
} as const

const HELP = `Сопоставление шин по описанию

  npm run match -- --parse "215/55R17 98T XL IceContact 2 (шип.)" [--brand Continental]

показывает, что прочитано в названии.

  npm run match -- --evaluate A.xml B.xml [C.csv …] [--on ФАЙЛ --on ФАЙЛ]

прячет артикулы второго файла каждой пары, сопоставляет его с первым и сравнивает с артикулами. С --on веса
обучаются на этих файлах, без марок, которые проверяются; иначе берутся готовые. «Без своей» — сколько шин
сопоставлено с чужими, если своих в первом файле нет.

  npm run match -- --train A.xml B.xml [C.csv …]

обучает веса на файлах с артикулами и печатает их.`

function parsedText(name: string, brand: string): string {
  const empty = { width: '', height: '', diameter: '', season: '', loadIndex: '', speedIndex: '' }
  return JSON.stringify(parseListing({ ...empty, brand, name }), null, 2)
}

async function readListings(path: string, limits: ImportLimits): Promise<TrainingListing[]> {
  const draft = createDraft()
  const mapping = await guessedMapping(path, limits)
  const rejects = { add() {}, close: () => null }
  await importFile({
    path,
    site: 'match',
    date: '2000-01-01',
    mapping,
    draft,
    rejectsDir: '',
    rejects,
    maxBadPercent: 100,
    limits,
  })
  const saysStuds = namesStuds(draft.list.map(({ specs }) => specs))
  return draft.list.map(({ specs }) => ({
    article: normaliseArticle(specs.article),
    description: withHabit(parseListing(specs), saysStuds),
  }))
}

/** NaN, because there is nothing to compare, is a dash. */
const percent = (share: number): string =>
  Number.isNaN(share)
    ? '—'
    : share.toLocaleString('ru-RU', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 2 })

function evaluationText(pair: string, { pairs, right, wrong, amongThree, strangers }: Evaluation): string {
  const name = pair.replace(/[^ /]{0,300}\//g, '').slice(0, 40)
  return [
    name.padEnd(40),
    formatNumber(pairs).padStart(6),
    formatNumber(right).padStart(6),
    formatNumber(wrong).padStart(8),
    percent(right / pairs).padStart(8),
    percent(right / (right + wrong)).padStart(9),
    percent(amongThree / pairs).padStart(14),
    formatNumber(strangers).padStart(10),
  ].join(' ')
}

await runCommandLine(HELP, OPTIONS, async ({ values, positionals }) => {
  if (values.parse !== undefined) return print(parsedText(values.parse, values.brand ?? ''))
  if (!values.evaluate && !values.train) throw new OperatorError('Укажите --parse, --evaluate или --train')
  if (positionals.length < 2) throw new OperatorError('Нужно не меньше двух файлов с артикулами')
  const limits = readImportLimits(process.env)
  const read = (paths: readonly string[]) => Promise.all(paths.map((path) => readListings(path, limits)))
  const lists = await read(positionals)
  if (values.train) {
    const weights = trainWeights(lists)
    return print(
      Object.entries(weights)
        .map(([name, weight]) => `${name}: ${weight.toFixed(2)}`)
        .join('\n'),
    )
  }
  const trainOn = values.on ? await read(values.on) : undefined
  print(
    'пара                                     общих  верно  неверно  полнота  точность  в первых трёх  без своей',
  )
  for (const [i, tyres] of lists.entries()) {
    for (const [j, listings] of lists.entries()) {
      if (j <= i) continue
      print(evaluationText(`${positionals[i]} + ${positionals[j]}`, evaluate(tyres, listings, trainOn)))
    }
  }
})
