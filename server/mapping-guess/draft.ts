import type { MappingFieldName } from '../import/filled-fields.ts'
import type { Mapping, SourcesValue } from '../import/mapping.ts'
import { KEY_FIELD } from '../import/readers/json.ts'
import { SHEET_FIELD } from '../import/readers/similar-sheets.ts'
import { CATEGORY_FIELD } from '../import/readers/xml-categories.ts'
import { SECTION_FIELD } from '../import/sections.ts'
import type { Column } from './column.ts'

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

/** A mapping while it is being guessed. */
export interface Draft {
  fields: Mapping['fields']
  extract: NonNullable<Mapping['extract']>
  /** by the column's name */
  taken: Map<string, TakenFor>
  told: GuessedField[]
  /** of places and nested lists */
  placed: GuessedField[]
  notes: string[]
  /** @param column that the field comes from, if it is one */
  set(field: MappingFieldName, sources: SourcesValue, sureness: number, column?: Column): void
  addExtract(from: string, expressions: readonly string[]): void
}

export function createMappingDraft(): Draft {
  const told = new Map<MappingFieldName, GuessedField>()
  const draft: Draft = {
    fields: {},
    extract: [],
    taken: new Map(),
    get told() {
      return [...told.values(), ...draft.placed]
    },
    placed: [],
    notes: [],
    set(field, sources, sureness, column) {
      draft.fields[field] = sources
      told.set(field, { field, from: inWords(sources, draft.extract), sureness: rounded(sureness) })
      if (column && !draft.taken.has(column.name)) {
        draft.taken.set(column.name, { field, sureness: rounded(sureness) })
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

export const rounded = (sureness: number) => Math.round(Math.max(0, Math.min(0.99, sureness)) * 100) / 100

/** Where a field comes from, for people. */
export function inWords(sources: SourcesValue, extract: Draft['extract']): string {
  const texts = [sources].flat().map((source) => {
    if (
      source === SHEET_FIELD ||
      (typeof source === 'object' && 'from' in source && source.from === SHEET_FIELD)
    ) {
      return 'название листа'
    }
    const own = typeof source === 'object' && 'from' in source ? source.from : source
    if (own === SECTION_FIELD) return 'заголовок раздела'
    if (own === CATEGORY_FIELD) return 'категория'
    if (source === KEY_FIELD) return 'название записи'
    if (typeof source === 'string') {
      if (!source.startsWith('$')) return `колонка «${source}»`
      const from = extract.find(({ match }) => match.includes(`(?<${source.slice(1)}>`))?.from
      return `из текста «${from ?? ''}»`
    }
    if ('value' in source) return `всегда «${source.value}»`
    if ('join' in source) {
      return source.join.map((part) => `«${typeof part === 'string' ? part : part.from}»`).join(' + ')
    }
    if ('known' in source) return `найдено в тексте «${source.from.replace(/^\$/, '')}»`
    return `по тексту «${source.from.replace(/^\$/, '')}»`
  })
  return [...new Set(texts)].join(', иначе ')
}
