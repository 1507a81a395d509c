import { folded, normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import type { TyreSpecs } from '../offer.ts'

/**
 * Returns the identity by which versions before the table of listings matched a tyre: article; without one brand,
 * model, size and indices; if one of these is unknown, brand and full name (decision 14). It finds the tyres of a site
 * whose listings are not stored yet.
 */
export function formerIdentity(specs: TyreSpecs): string {
  const article = normaliseArticle(specs.article)
  if (article !== '') return article
  const model = formerModel(specs)
  if (model) return `${model.key}|${model.details}`
  return `${folded(specs.brand)}|${folded(specs.name)}`
}

interface FormerModel {
  /** normalised brand, model, size and indices */
  key: string
  /** 'XL', 'ШИП', 'XL ШИП' or '' */
  details: string
}

// The patterns match normalised names: upper case, with Latin letters instead of Cyrillic look-alikes.
const word = (pattern: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, 'gu')

const SIZE = word(
  '(?:LT|P)?\\d{2,3}(?:[.,]\\d+)?\\s{0,9}[/X]\\s{0,9}\\d{1,2}(?:[.,]\\d+)?(?:[\\s/]{0,9}Z?\\s{0,9}R\\s{0,9}\\d\\d(?:[.,]5)?C?)?',
)
const RIM = word('Z?R\\s?\\d\\d(?:[.,]5)?C?')
const DETAILS: readonly (readonly [string, RegExp])[] = [
  ['XL', word('XL')],
  ['ШИП', word('ШИП(?:OBAHHAЯ|OBAHHЫE)?')],
]
/** Words that some sources add to nearly every name: Russian for 'tyre', and 'TL' for tubeless. */
const NOISE = new Set(['ШИHA', 'ABTOШИHA', 'TL'])

/** Parses the model from a tyre's name; undefined unless brand, width, diameter, indices and model are all known */
function formerModel(specs: TyreSpecs): FormerModel | undefined {
  const { brand, width, height, diameter, loadIndex, speedIndex } = specs
  if ([brand, width, diameter, loadIndex, speedIndex].includes('')) return undefined
  const brandWords = new Set(fold(brand).split(' '))
  const details: string[] = []
  let name = fold(specs.name)
  for (const [detail, pattern] of DETAILS) {
    const without = name.replace(pattern, ' ')
    if (without !== name) details.push(detail)
    name = without
  }
  const indices = new Set([`${loadIndex}${speedIndex}`, `${loadIndex} ${speedIndex}`].map(fold))
  for (const text of indices) name = name.replace(text, ' ')
  const model = name
    .replace(SIZE, ' ')
    .replace(RIM, ' ')
    .split(/[\s(),;"]+/)
    .filter((part) => !brandWords.has(part) && !NOISE.has(part))
    .join('')
    .replace(/[^\p{L}\d*+]/gu, '')
  if (model === '') return undefined
  const key = [fold(brand), model, width, height, diameter, loadIndex, speedIndex].join('|')
  return { key, details: details.join(' ') }
}

const LOOK_ALIKE = new Map([...'АВЕЁКМНОРСТУХ'].map((letter, i) => [letter, 'ABEEKMHOPCTYX'[i] as string]))

function fold(text: string): string {
  return text
    .toUpperCase()
    .replace(/[АВЕЁКМНОРСТУХ]/g, (letter) => LOOK_ALIKE.get(letter) as string)
    .replace(/\s+/g, ' ')
    .trim()
}
