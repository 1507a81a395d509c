import type { Guess } from '../../contract/sources/guess.ts'
import { HEADING, type SampleTyre } from '../../contract/sources/sample.ts'
import { ImportError } from '../import/errors.ts'
import type { ImportLimits } from '../import/limits.ts'
import { type Mapping, readMapping } from '../import/mapping.ts'
import { formatRemarks } from '../import/remarks.ts'
import { sampleFile } from '../import/sample.ts'
import { guessMapping } from '../mapping-guess/guess.ts'

const percent = new Intl.NumberFormat('ru-RU', { style: 'percent' })

const MAX_TYRES = 5

/** Describes the guess of a file as text: its fields, its first tyres, and the mapping to save and edit. */
export async function describeGuess(path: string, limits: ImportLimits): Promise<string> {
  const guess = await guessMapping(path, {}, limits)
  const { tyres, remarks, numbered, error } = await sampleFile(path, guess.mapping, limits)
  const refused = tyres.filter(({ problem }) => problem !== null && problem !== HEADING)
  return [
    guessText(guess),
    ...(error === null ? [] : [`Файл не загрузится: ${error}`, '']),
    ...tyres
      .filter(({ problem }) => problem === null)
      .slice(0, MAX_TYRES)
      .map(tyreText),
    ...(remarks.length > 0 ? ['', ...formatRemarks(remarks, numbered)] : []),
    ...(refused.length > 0 ? ['', 'Не загрузится:', ...refused.slice(0, MAX_TYRES).map(refusedText)] : []),
    '',
    JSON.stringify(guess.mapping, null, 2),
  ].join('\n')
}

function tyreText({ specs, code, barcode, offers }: SampleTyre): string {
  const { article, brand, name, width, height, diameter, loadIndex, speedIndex, season, vehicleType } = specs
  const size = `${[width, height].filter(Boolean).join('/')} R${diameter} ${loadIndex}${speedIndex}`
  const [first] = offers
  const offer = first
    ? [first.city, first.warehouse, `розн. ${first.retail}`, `опт ${first.opt}`, `остаток ${first.stock}`]
    : []
  const ids = [code && `код ${code}`, barcode && `штрихкод ${barcode}`].filter((text) => text !== undefined)
  return [article, ...ids, brand, name, size, season, vehicleType, ...offer]
    .map((text) => text.replace('null', '—'))
    .join(' | ')
}

const refusedText = ({ line, specs, problem }: SampleTyre): string =>
  `  ${line}: ${[problem, specs.name].filter(Boolean).join(', ')}`

function guessText({ format, encoding, delimiter, sheets, ...guess }: Guess): string {
  const line = (name: string, value: string) => (value === '' ? [] : [`${name}: ${value}`])
  const width = Math.max(0, ...guess.fields.map(({ field }) => field.length))
  return [
    ...line('Формат', format),
    ...line('Кодировка', encoding),
    ...line('Разделитель', delimiter === '\t' ? 'табуляция' : delimiter),
    ...line('Листы', sheets.join(', ')),
    ...guess.notes,
    '',
    ...guess.fields.map(
      ({ field, from, sureness }) =>
        `${field.padEnd(width)}  ${percent.format(sureness).padStart(5)}  ${from}`,
    ),
    ...(guess.missing.length > 0 ? ['', 'Не хватает:', ...guess.missing.map((text) => `  ${text}`)] : []),
    '',
  ].join('\n')
}

/**
 * Returns the guessed mapping of a file.
 * @throws ImportError with the choices left to the person
 */
export async function guessedMapping(path: string, limits: ImportLimits): Promise<Mapping> {
  const { mapping, missing } = await guessMapping(path, {}, limits)
  const read = readMapping(mapping)
  if (missing.length > 0 || Array.isArray(read)) {
    const mistakes = [...missing, ...(Array.isArray(read) ? read : [])].map((text) => `  ${text}`)
    throw new ImportError(
      `Описание файла не угадано:\n${mistakes.join('\n')}\nПосмотрите, что найдено: --describe ${path}; сохраните описание, поправьте его и укажите: --map`,
    )
  }
  return read
}
