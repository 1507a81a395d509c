import { columnLabel } from '../../contract/sources/field-labels.ts'
import type { IgnoredPrice, PriceEvidence } from '../../contract/sources/guess.ts'
import type { MappingFieldName } from '../import/filled-fields.ts'
import type { Mapping, SourcesValue, SourceValue } from '../import/mapping.ts'
import { KEY_FIELD } from '../import/readers/json.ts'
import { SHEET_FIELD } from '../import/readers/similar-sheets.ts'
import { CATEGORY_FIELD } from '../import/readers/xml.ts'
import { SECTION_FIELD } from '../import/sections.ts'
import type { GuessColumn } from './column.ts'

/** Field that the guessed mapping fills. */
export interface GuessedField {
  field: MappingFieldName
  /** where the value comes from, as text for people */
  from: string
  /** confidence of the guess, 0 to 1 */
  sureness: number
}

/** Field that a column is taken for; `city` and `warehouse` if the column stands for a location. */
export interface AssignedField {
  field: MappingFieldName
  sureness: number
  city?: string
  warehouse?: string
}

/** Mapping while it is being guessed. */
export class MappingDraft {
  readonly fields: Mapping['fields'] = {}
  readonly extract: NonNullable<Mapping['extract']> = []
  /** the mapping's `instead` */
  readonly instead: NonNullable<Mapping['instead']> = {}
  /** guessed fields by column name */
  readonly taken = new Map<string, AssignedField>()
  readonly notes: string[] = []
  /** why each price column has its meaning */
  readonly evidence: PriceEvidence[] = []
  /** price columns that are not read */
  readonly ignored: IgnoredPrice[] = []
  readonly #guessed = new Map<MappingFieldName, GuessedField>()
  readonly #inOffers: GuessedField[] = []

  get guessedFields(): GuessedField[] {
    return [...this.#guessed.values(), ...this.#inOffers]
  }

  /** @param column column that the field comes from, if it is a whole column */
  set(field: MappingFieldName, sources: SourcesValue, sureness: number, column?: GuessColumn): void {
    this.fields[field] = sources
    this.#guessed.set(field, { field, from: this.sourceText(sources), sureness: rounded(sureness) })
    if (column && !this.taken.has(column.name)) this.take(column.name, field, sureness)
  }

  /** Notes the field that a column is taken for, and the place that the column stands for. */
  take(name: string, field: MappingFieldName, sureness: number, place: Partial<AssignedField> = {}): void {
    this.taken.set(name, { field, sureness: rounded(sureness), ...place })
  }

  /** Adds a field that columns of locations or a nested list fill. */
  addInOffers(field: MappingFieldName, from: string, sureness: number): void {
    this.#inOffers.push({ field, from, sureness: rounded(sureness) })
  }

  addExtract(from: string, expressions: readonly string[]): void {
    for (const match of expressions) {
      if (!this.extract.some((rule) => rule.from === from && rule.match === match)) {
        this.extract.push({ from, match })
      }
    }
  }

  /** Describes the source of a field for people. */
  sourceText(sources: SourcesValue): string {
    /** Returns the column that a value was extracted from. */
    const originOf = (name: string): string =>
      (name.startsWith('$') &&
        this.extract.find(({ match }) => match.includes(`(?<${name.slice(1)}>`))?.from) ||
      name.replace(/^\$/, '')
    const texts = [sources].flat().map((source) => {
      const own = typeof source === 'object' && 'from' in source ? source.from : source
      if (own === SHEET_FIELD || own === SECTION_FIELD || own === CATEGORY_FIELD) return columnLabel(own)
      if (source === KEY_FIELD) return columnLabel(source)
      if (typeof source === 'string') {
        if (!source.startsWith('$')) return `колонка «${source}»`
        return `из текста «${originOf(source)}»`
      }
      if ('value' in source) return `всегда «${source.value}»`
      if ('join' in source) {
        return source.join.map((part) => `«${typeof part === 'string' ? part : part.from}»`).join(' + ')
      }
      return `${'known' in source ? 'найдено в тексте' : 'по тексту'} «${originOf(source.from)}»`
    })
    return [...new Set(texts)].join(', иначе ')
  }
}

const rounded = (sureness: number): number => Math.round(Math.max(0, Math.min(0.99, sureness)) * 100) / 100

/** Returns a single source itself, several as a list. */
export const singleOrList = (sources: SourceValue[]): SourcesValue =>
  sources.length === 1 ? (sources[0] as SourceValue) : sources
