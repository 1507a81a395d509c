import { BRANDS } from '../import/brands.ts'
import { linearPattern } from '../import/linear-pattern.ts'
import type { SourceValue } from '../import/mapping.ts'
import { canonicalSpelling } from '../import/values/spelling.ts'
import type { GuessColumn } from './column.ts'
import { type MappingDraft, singleOrList } from './draft.ts'
import { brandIn } from './profile.ts'
import type { ColumnRoles } from './roles.ts'
import { MIN_SHARE } from './sizes.ts'

const canonicalBrand = canonicalSpelling(BRANDS)

/** Fills the brand from its own column and from texts that name one. */
export function fillBrand(
  draft: MappingDraft,
  { brand }: ColumnRoles,
  texts: readonly GuessColumn[],
  name: GuessColumn | undefined,
): void {
  const inTexts = texts
    .filter((column) => column !== brand?.column)
    .map((column) => ({ column, found: column.profile.values.map(brandIn) }))
    .map((source) => ({
      ...source,
      share: source.found.filter(Boolean).length / Math.max(1, source.found.length),
    }))
    .filter(({ share }) => share > MIN_SHARE)
    .sort((a, b) => b.share - a.share + (b.column === name ? 0.1 : 0) - (a.column === name ? 0.1 : 0))
  const sources: SourceValue[] = []
  let covered = new Set<number>()
  if (
    !brand &&
    name &&
    beginsWithBrand(name) &&
    name.profile.values.map(brandIn).filter(Boolean).length < name.profile.values.length
  ) {
    draft.addExtract(name.name, [LEADING_BRAND])
    sources.push('$brand')
  }
  if (brand) {
    const own = brand.column.profile.values
    const first = inTexts[0]
    if (first && beginsWithBrand(first.column) && contradicts(first.found, own)) {
      draft.addExtract(first.column.name, [LEADING_BRAND])
      sources.push('$brand', { from: first.column.name, known: 'brand' })
    }
    const loose = brand.column.profile.share('brand') < 0.3 && brand.column.profile.share('brandInside') > 0.7
    sources.push(...(loose ? [{ from: brand.column.name, known: 'brand' } as const] : []), brand.column.name)
    covered = indexesOf(own)
  }
  for (const { column, found } of inTexts) {
    const gained = found.filter((text, i) => text !== '' && !covered.has(i)).length
    if (gained < Math.max(1, found.length * 0.005)) continue
    sources.push({ from: column.name, known: 'brand' })
    for (const i of indexesOf(found)) covered.add(i)
  }
  if (sources.length === 0) return
  const share =
    covered.size / Math.max(1, inTexts[0]?.found.length ?? brand?.column.profile.values.length ?? 1)
  draft.set('brand', singleOrList(sources), brand?.sureness ?? 0.45 + 0.5 * share, brand?.column)
}

/** Matches the text before the size, for names that begin with a brand. */
const LEADING_BRAND = String.raw`^(?<brand>[^\d/]{2,30}?)\s+(?:LT|P)?\d{2,3}(?:[.,]\d+)?(?:\s?[/xхXХ]\s?\d{1,2}(?:[.,]\d+)?)?[\s/-]*Z?R?\s?\d\d`

/** Returns true if the names consist of a brand and a size: 'Aeolus 215/60R16', but not 'Aeolus AU01 215/60R16'. */
function beginsWithBrand({ profile }: GuessColumn): boolean {
  const pattern = linearPattern(LEADING_BRAND)
  const leading = profile.values.flatMap((text) => pattern.exec(text)?.first ?? [])
  const known = leading.filter((text) => canonicalBrand(text) in BRANDS)
  return leading.length > profile.values.length * 0.7 && known.length > leading.length * 0.85
}

const indexesOf = (list: readonly string[]) => new Set(list.flatMap((text, i) => (text === '' ? [] : [i])))

/**
 * Returns true if the brands in the names differ from the column: its values are manufacturers with several brands.
 */
function contradicts(inNames: readonly string[], own: readonly string[]): boolean {
  let both = 0
  let different = 0
  for (const [i, text] of inNames.entries()) {
    const value = canonicalBrand(own[i] ?? '')
    if (text === '' || value === '') continue
    both++
    if (brandIn(value) !== text && value !== text) different++
  }
  const owners = new Set(own).size
  return both > 0 && different / both > 0.05 && owners < new Set(inNames).size
}
