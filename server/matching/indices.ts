import type { ListingText } from './description.ts'
import type { TextParts } from './text-parts.ts'

export interface Indices {
  load: string
  speed: string
}

const SPEED = '[ABCDEFGJKLMNPQRSTUVWYZH]'
/** '91T', '108(Y)', '154/150M', '104/102 R'; a second pair of a lorry's tyre in brackets: '160K (158L)'. */
const INDICES = new RegExp(
  String.raw`(?<![\p{L}\d.,/-])(\d{2,3})(?:\s?\/\s?(\d{2,3}))?( ?)\(?(${SPEED})(?:[1-8])?\)?(?![\p{L}\d*.])(?!\/\D)(?:\s?[(/]\d{2,3}(?!\d)(?:\/\d{2,3})?\s?${SPEED}?\)?)?`,
  'gu',
)
const LOADS_ALONE = /(?<![\p{L}\d.,/-])(1\d\d|[5-9]\d)\/(1\d\d|[5-9]\d)(?![\p{L}\d.,/])/u

/** Removes load and speed index from a name; without them in the name they are read from the fields. */
export function takeIndices(parts: TextParts, fields: ListingText): Indices {
  const own = fieldIndices(fields)
  const found = [...parts.rest.matchAll(INDICES)].filter(([, first]) => isLoad(first))
  const best =
    found.find(([, first, second, , speed]) => own.load === joined(first, second) && own.speed === speed) ??
    found.find(([, , , space]) => space === '') ??
    found.at(-1)
  if (best) {
    parts.remove(best.index, best[0].length)
    return { load: joined(best[1], best[2]), speed: best[4] ?? '' }
  }
  const loads = parts.take(LOADS_ALONE)
  if (loads) return { load: joined(loads[1], loads[2]), speed: own.speed }
  return own
}

/** Reads the fields; suppliers that split names wrongly leave the rim's '16' and 'C' there. */
function fieldIndices({ loadIndex, speedIndex, diameter }: ListingText): Indices {
  const load = loadIndex.replace(/[^\d/]/g, '')
  const speed = speedIndex.toUpperCase().replace(/[^A-Z]/g, '')
  const [first = '', second = ''] = load.split('/')
  if (!isLoad(first) || first === diameter.replace(/\D/g, '') || !new RegExp(`^${SPEED}$`).test(speed))
    return { load: '', speed: '' }
  return { load: joined(first, second), speed }
}

const isLoad = (text = ''): boolean => Number(text) >= 40 && Number(text) <= 215
const joined = (first = '', second = ''): string => (isLoad(second) ? `${first}/${second}` : first)
