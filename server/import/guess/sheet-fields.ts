import type { SourceValue } from '../mapping.ts'
import { SHEET_FIELD } from '../readers/alike-sheets.ts'
import type { Column } from './column.ts'
import type { Draft } from './draft.ts'
import type { Roles } from './roles.ts'

const TOLD = {
  season: 'seasonInside',
  vehicleType: 'vehicleInside',
  brand: 'brandInside',
} as const

/**
 * What the names of sheets tell of their records ('Лето', 'Грузовые', 'Nokian'). A column of their own says more, and so do names
 * of a brand; what rules find in the name of a tyre says less.
 */
export function fillFromSheets(draft: Draft, roles: Roles, sheet: Column): void {
  for (const field of ['season', 'vehicleType', 'brand'] as const) {
    const share = sheet.profile.share(TOLD[field])
    const role = roles[field]
    if (share === 0 || role?.column.profile.filled === 1) continue
    const source: SourceValue = { from: SHEET_FIELD, known: field }
    const others: SourceValue[] = [draft.fields[field] ?? []].flat()
    const comesLast = role !== undefined || field === 'brand'
    const sources = comesLast ? [...others, source] : [source, ...others]
    const sureness = Math.max(role?.sureness ?? 0, 0.4 + share * 0.5)
    draft.set(field, sources.length === 1 ? source : sources, sureness, role?.column ?? sheet)
  }
}
