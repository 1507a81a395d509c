import type { Cell } from '../reports/report-row.ts'
import type { SpecName } from './tyre-specs.ts'

type Specs = Readonly<Record<SpecName, Cell>>

/** Formats size and indices as '205/55 R16 91T'; '' if none is known. */
export function sizeText({ width, height, diameter, loadIndex, speedIndex }: Specs): string {
  const profile = [width, height].filter((part) => part !== null).join('/')
  const rim = diameter === null ? '' : `R${String(diameter).replace(/^R/i, '')}`
  return [profile, rim, `${loadIndex ?? ''}${speedIndex ?? ''}`].filter(Boolean).join(' ')
}

export const titleOf = ({ name, brand, article }: Specs): string =>
  String(name ?? brand ?? article ?? 'Шина без названия')

/** Returns the name, preceded by the brand if the name does not contain it. */
export function namedTyre(specs: Specs): string {
  const title = titleOf(specs)
  const brand = String(specs.brand ?? '')
  const has = title.toLowerCase().includes(brand.toLowerCase())
  return has ? title : `${brand} ${title}`
}

/** Formats size and indices for display beside the name; '' if the name contains the size. */
export function sizeBeside(specs: Specs): string {
  const profile = [specs.width, specs.height].filter((part) => part !== null).join('/')
  const has = profile !== '' && titleOf(specs).replaceAll(' ', '').includes(profile)
  return has ? '' : sizeText(specs)
}

/** Formats a tyre in one line: 'Nokian Hakkapeliitta R5 205/55 R16 91T'. */
export const tyreText = (specs: Specs): string =>
  [namedTyre(specs), sizeBeside(specs)].filter(Boolean).join(' ')
