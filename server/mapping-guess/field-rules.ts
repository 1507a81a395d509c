import type { SourcesValue, SourceValue } from '../import/mapping.ts'
import type { GuessColumn } from './column.ts'
import { type MappingDraft, singleOrList } from './draft.ts'

/** Fills season and vehicle type from names and sizes if nothing else has them. */
export function fillByRules(draft: MappingDraft, name: GuessColumn | undefined): void {
  if (!name) return
  const from = name.name
  if (!draft.fields.season) {
    const studded = name.profile.values.some((text) => /шип/i.test(text))
    const namesSeason = name.profile.share('seasonInside') > 0
    const sources: SourceValue[] = [
      ...(namesSeason ? [{ from, known: 'season' } as const] : []),
      ...(studded ? [{ from, match: '[Шш]ип|ШИП', as: 'Зимняя' }] : []),
    ]
    if (sources.length > 0) draft.set('season', singleOrList(sources), 0.5)
  }
  const { diameter, width } = draft.fields
  if (draft.fields.vehicleType || diameter === undefined) return
  const sized = draft.extract.find(({ match }) => match.includes('(?<size>'))
  draft.set('vehicleType', vehicleRules(from, sized?.from, column(diameter), column(width)), 0.6)
}

/** Returns the first column or extracted field among the sources. */
const column = (sources: SourcesValue | undefined) =>
  [sources ?? []].flat().find((source) => typeof source === 'string')

/** Matches car sizes, with heights in percent and car rims: '205/55R16', but neither '420/85R28' nor '7.50-16'. */
const CAR_SIZE = String.raw`^P?(?:1[2-9]|2\d|3[0-4])\d\D+(?:[2-7]\d|80)\D+(?:1[2-9]|2[0-4])\s*$|^R(?:1[2-9]|2[0-4])\D|^1[2-9]\d\s?R1[2-5]\s*$`
const CAR_WIDTH = String.raw`^(?:1[2-9]\d|2\d\d|3[0-4]\d)(?:[.,]0+)?(?:\s?мм)?$`

/**
 * Returns rules for the vehicle type: half-inch rims are for lorries, sizes with a C for vans. The field stays empty
 * if no rule matches.
 * @param sized text from which the size is extracted, if any; sizes repeat more than names, so matching them is
 * cheaper
 */
function vehicleRules(
  name: string,
  sized: string | undefined,
  diameter: string | undefined,
  width: string | undefined,
): SourceValue[] {
  const size = sized === undefined ? name : '$size'
  const isOwnWidth = width !== undefined && !width.startsWith('$')
  return [
    { from: size, match: String.raw`^(?:AT)?\d\dx\d{1,2}-\d`, as: 'Мото' },
    ...(diameter === undefined
      ? []
      : [
          { from: diameter, match: String.raw`\d[.,]5\d?$`, as: 'Грузовая' },
          { from: diameter, match: '[CС]$', as: 'Легкогрузовая' },
        ]),
    { from: sized ?? name, match: String.raw`\s1[3-9]\d(?:/\d{3})?[A-M](?:\s|$)`, as: 'Грузовая' },
    { from: size, match: String.raw`(?:^|\s)LT\d|\dC?\s?LT(?:\s|$)`, as: 'Внедорожник' },
    ...(isOwnWidth
      ? [{ from: width, match: CAR_WIDTH, as: 'Легковая' }]
      : [{ from: size, match: CAR_SIZE, as: 'Легковая' }]),
  ]
}
