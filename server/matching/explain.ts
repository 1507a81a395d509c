import type { MatchReason } from '../../contract/matching/match-queue.ts'
import type { TyreDescription } from './description.ts'
import { compareModels } from './model-similarity.ts'

interface Side {
  description: TyreDescription
  article: string
}

/** Explains a pair attribute by attribute; attributes that neither side names are left out. */
export function explainPair(
  listing: Side,
  tyre: Side,
  areAliases: (a: TyreDescription, b: TyreDescription) => boolean,
): MatchReason[] {
  const reasons: MatchReason[] = []
  const add = (kind: MatchReason['kind'], one: string, other: string, isSame = one === other) => {
    if (one === '' && other === '') return
    const speaks = isSame ? 'for' : one === '' || other === '' ? 'missing' : 'against'
    reasons.push({ kind, speaks, listing: one, tyre: other })
  }
  const [a, b] = [listing.description, tyre.description]
  if (listing.article !== '' && tyre.article !== '') add('article', listing.article, tyre.article)
  add('brand', a.family, b.family)
  add('size', sizeText(a), sizeText(b))
  addModel(add, a, b, areAliases)
  add('index', `${a.load}${a.speed}`, `${b.load}${b.speed}`)
  add('season', a.season, b.season, a.season === b.season)
  add('studs', studsText(a.studs), studsText(b.studs))
  add('run-flat', a.runFlat ? 'RFT' : '', b.runFlat ? 'RFT' : '')
  add('extra-load', a.extraLoad ? 'XL' : '', b.extraLoad ? 'XL' : '')
  add('origin', a.origin.join(' '), b.origin.join(' '))
  add('equipment', a.equipment.join(' '), b.equipment.join(' '))
  add('ply', a.ply, b.ply)
  return reasons
}

function addModel(
  add: (kind: MatchReason['kind'], one: string, other: string, isSame?: boolean) => void,
  a: TyreDescription,
  b: TyreDescription,
  areAliases: (a: TyreDescription, b: TyreDescription) => boolean,
): void {
  const { onlyA, onlyB, aside, common } = compareModels(a, b, () => 1)
  const [lineA, lineB] = [a.model.join(' '), b.model.join(' ')]
  if (areAliases(a, b)) add('alias', lineA, lineB, true)
  else if (common > 0 && onlyA.length === 0 && onlyB.length === 0)
    add(aside ? 'second-name' : 'model', lineA, lineB, true)
  // A code may be left out; a further word is another model: 'Pilot Sport 4' and 'Pilot Sport 4 S'.
  else if (
    (onlyA.length === 0 || onlyB.length === 0) &&
    [...onlyA, ...onlyB].every((word) => /\d/.test(word))
  )
    add('model', onlyA.join(' '), onlyB.join(' '))
  else add('model', lineA, lineB)
}

function sizeText({ size: { width, height, diameter }, commercial, prefix }: TyreDescription): string {
  const sides = height === '' ? width : `${width}/${height}`
  return diameter === '' ? sides : `${prefix}${sides} R${diameter}${commercial ? 'C' : ''}`
}

const studsText = (studs: boolean | null): string => (studs === null ? '' : studs ? 'yes' : 'no')
