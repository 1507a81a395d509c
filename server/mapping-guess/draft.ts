import { columnLabel } from '../../contract/sources/field-labels.ts'
import type { IgnoredPrice, PriceEvidence } from '../../contract/sources/guess.ts'
import type { MappingFieldName } from '../import/filled-fields.ts'
import type { Mapping, SourcesValue, SourceValue } from '../import/mapping.ts'
import { KEY_FIELD } from '../import/readers/json.ts'
import { SHEET_FIELD } from '../import/readers/similar-sheets.ts'
import { CATEGORY_FIELD } from '../import/readers/xml-categories.ts'
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
export interface TakenFor {
  field: MappingFieldName
  sureness: number
  city?: string
  warehouse?: string
}

/** Mapping while it is being guessed. */
export interface MappingDraft {
  fields: Mapping['fields']
  extract: NonNullable<Mapping['extract']>
  /** guessed fields by column name */
  taken: Map<string, TakenFor>
  guessedFields: GuessedField[]
  /** fields from columns of locations and from nested lists */
  offerFields: GuessedField[]
  notes: string[]
  /** why each price column has its meaning */
  evidence: PriceEvidence[]
  /** price columns that are not read */
  ignored: IgnoredPrice[]
  /** the mapping's `instead` */
  instead: NonNullable<Mapping['instead']>
  /** @param column column that the field comes from, if it is a whole column */
  set(field: MappingFieldName, sources: SourcesValue, sureness: number, column?: GuessColumn): void
  addExtract(from: string, expressions: readonly string[]): void
}

export function createMappingDraft(): MappingDraft {
  const guessed = new Map<MappingFieldName, GuessedField>()
  const draft: MappingDraft = {
    fields: {},
    extract: [],
    taken: new Map(),
    get guessedFields() {
      return [...guessed.values(), ...draft.offerFields]
    },
    offerFields: [],
    notes: [],
    evidence: [],
    ignored: [],
    instead: {},
    set(field, sources, sureness, column) {
      draft.fields[field] = sources
      guessed.set(field, {
        field,
        from: sourceText(sources, draft.extract),
        sureness: roundSureness(sureness),
      })
      if (column && !draft.taken.has(column.name)) {
        draft.taken.set(column.name, { field, sureness: roundSureness(sureness) })
      }
    },
    addExtract(from, expressions) {
      for (const match of expressions) {
        if (!draft.extract.some((rule) => rule.from === from && rule.match === match)) {
          draft.extract.push({ from, match })
        }
      }
    },
  }
  return draft
}

export const roundSureness = (sureness: number) =>
  Math.round(Math.max(0, Math.min(0.99, sureness)) * 100) / 100

/** Returns a single source itself, several as a list. */
export const singleOrList = (sources: SourceValue[]): SourcesValue =>
  sources.length === 1 ? (sources[0] as SourceValue) : sources

/** Describes the source of a field for people. */
export function sourceText(sources: SourcesValue, extract: MappingDraft['extract']): string {
  /** Returns the column that a value was extracted from. */
  const originOf = (name: string): string =>
    (name.startsWith('$') && extract.find(({ match }) => match.includes(`(?<${name.slice(1)}>`))?.from) ||
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
