import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parseCsv } from 'hucre/csv'
import { SearchIndex } from '../../../contract/search/search-index.ts'
import type { TyreSpecs } from '../../../contract/search/tyre-words.ts'
import { foldedArticle } from '../../../contract/tyre/tyre-key.ts'
import { type Meant, QUERIES } from './queries.ts'

/** How often the tyre that people mean is found. */
export interface Accuracy {
  tyres: number
  queries: number
  first: number
  amongFive: number
  /** queries whose first is wrong, each with what was found instead */
  missed: { query: string; found: string[] }[]
}

/** Tyres taken from the catalog itself, each asked for by its article and by its whole name. */
const SAMPLED = 15
const AMONG = 5

/** Asks for known tyres in a catalog, an UTF-8 CSV with the columns of the project's own price lists, packed with gzip. */
export function measureAccuracy(path: string): Accuracy {
  const tyres = readCatalog(path)
  const index = new SearchIndex()
  for (const tyre of tyres) index.add(tyre)
  index.finish()
  const asked = [
    ...QUERIES.map(([query, meant]) => ({ query, isMeant: (tyre: TyreSpecs) => isMeant(tyre, meant) })),
    ...sampled(tyres),
  ]
  const accuracy: Accuracy = {
    tyres: tyres.length,
    queries: asked.length,
    first: 0,
    amongFive: 0,
    missed: [],
  }
  for (const { query, isMeant } of asked) {
    const found = index.search(query, AMONG).positions.map((position) => tyres[position] as TyreSpecs)
    const right = found.map(isMeant)
    if (right[0]) accuracy.first += 1
    else accuracy.missed.push({ query, found: found.map(({ brand, name }) => `${brand}: ${name}`) })
    if (right.includes(true)) accuracy.amongFive += 1
  }
  return accuracy
}

/** By article: whole, without its last two characters, and with spaces; and by the whole name. */
function sampled(tyres: readonly TyreSpecs[]) {
  const step = Math.floor(tyres.length / SAMPLED)
  return Array.from({ length: SAMPLED }, (_, n) => tyres[n * step + 7] as TyreSpecs).flatMap((tyre, n) => {
    const article = String(tyre.article)
    const asked = [article, article.slice(0, -2), article.replace(/^(.{3})/, '$1 ')][n % 3] as string
    const begins = (one: TyreSpecs) => foldedArticle(one.article).startsWith(foldedArticle(asked))
    const same = (one: TyreSpecs) => one.name === tyre.name
    return [
      { query: asked, isMeant: begins },
      { query: String(tyre.name), isMeant: same },
    ]
  })
}

function isMeant({ brand, name, season, ...specs }: TyreSpecs, meant: Meant): boolean {
  const whole = `${brand} ${name}`
  const isStudded = /шип/i.test(whole) && !/не ?шип/i.test(whole)
  const [load, speed] = /^(.*\d)(\D*)$/.exec(meant.indices ?? '')?.slice(1) ?? []
  return (
    (!meant.name || meant.name.test(whole)) &&
    (!meant.size || isOfSize(specs, meant.size)) &&
    (!meant.season || String(season).toLowerCase().includes(meant.season)) &&
    (meant.studded === undefined || meant.studded === isStudded) &&
    (!load || (specs.loadIndex === load && specs.speedIndex === speed))
  )
}

function isOfSize(specs: Pick<TyreSpecs, 'width' | 'height' | 'diameter'>, size: string): boolean {
  const own = [specs.width, specs.height, specs.diameter].map((cell) =>
    Number.parseFloat(numberIn(String(cell))),
  )
  return size.split('/').every((wanted, i) => wanted === '' || Number(wanted) === own[i])
}

const numberIn = (text: string): string => text.replace(/^\D+/, '').replace(',', '.')

function readCatalog(path: string): TyreSpecs[] {
  const [header = [], ...rows] = parseCsv(gunzipSync(readFileSync(path)).toString(), {
    delimiter: ',',
    typeInference: false,
  }) as string[][]
  const tyres = new Map<string, TyreSpecs>()
  for (const row of rows) {
    const of = (name: string): string => row[header.indexOf(name)] ?? ''
    const key = foldedArticle(of('article'))
    if (key === '' || tyres.has(key)) continue
    tyres.set(key, {
      article: of('article'),
      brand: of('brand'),
      name: of('name'),
      width: of('width'),
      height: of('height'),
      diameter: of('diameter'),
      season: of('season'),
      vehicleType: of('vehicle_type'),
      speedIndex: of('speed_index'),
      loadIndex: of('load_index'),
    })
  }
  return [...tyres.values()]
}
