import { type Decision, HIGHEST_PRICE } from '../../contract/decisions/decision.ts'
import { isoToday } from '../../contract/lib/dates.ts'
import { SESSION_PATHS, VIEW_PATHS } from '../../contract/paths.ts'
import type { RuleSettings } from '../../contract/rules/rule.ts'
import { RULE_CALLS } from '../../contract/rules/rule-calls.ts'
import { SOURCE_PATHS } from '../../contract/sources/source-paths.ts'
import { createFirstAdmin } from '../../server/first-admin.ts'
import type { Db } from '../../server/platform/db/db.ts'
import { openDatabase } from '../../server/platform/db/open.ts'
import type { TyreSpecs } from '../../server/prices/offer.ts'
import { seededRandom } from '../../server/sample/generate-sample.ts'
import { CITIES, madeUpTyre } from '../bench/support/made-up-day.ts'
import { type Line, savePrices } from '../support/prices.ts'
import { ADMIN } from '../support/processes.ts'

/** Market of realistic size and with long names, the same in every run except that it ends today. */

/** The own site, which is known by its name, comes first. */
const SITES = [
  'daikon-shina.ru',
  'kolesa-primer.ru',
  'mir-pokryshek.ru',
  'rezina-opt.ru',
  'shinny-dvor.ru',
  'internet-magazin-shin-i-diskov-primer.ru',
  'ural-shina-opt-primer.ru',
  'vsekolesa-sankt-peterburg.example.ru',
  'koleso-24.example.ru',
  'autoshop-primer.ru',
  'disk-i-shina.ru',
  'bolshaya-rezina.example.ru',
  'shinomontazh-24.ru',
  'tyre-primer.ru',
  'dalnevostochnaya-shinnaya-kompaniya.ru',
  'protektor-plus.ru',
  'zimnie-shiny-primer.ru',
  'gruzovaya-shina.example.ru',
  'pokryshka-primer.ru',
  'шины-и-диски-пример.рф',
] as const
const [OWN] = SITES

/** The city whose prices the person compares. */
export const CITY = 'Ростов-на-Дону'
const TYRES = 2_400
const DAYS = 3
const DAY_MS = 24 * 60 * 60 * 1000

/** Endings that price lists add to a name; most names have none. */
const ENDINGS = [
  '',
  '',
  '',
  ' XL',
  ' (шип.)',
  ' XL SUV нешип.',
  ' RunFlat * (BMW) 3PMSF',
  ' Extra Load TL M+S нешипованная',
]

function tyre(number: number): TyreSpecs {
  const made = madeUpTyre(number)
  return { ...made, name: `${made.name}${ENDINGS[number % ENDINGS.length]}` }
}

/** Prices of a site on a day; the own site has half of the tyres in all cities, the others a part of both. */
function* linesOf(site: number, day: number): Generator<Line> {
  const share = site === 0 ? 0.5 : 0.16 + (site % 7) * 0.07
  const cities = site === 0 ? CITIES.length : 3 + ((site * 5) % 9)
  for (let number = 0; number < TYRES; number++) {
    const random = seededRandom(number * 1_009 + site * 31 + 7)
    if (random() > share) continue
    const specs = tyre(number)
    const level = (3_000 + seededRandom(number + 1)() * 14_000) * (0.86 + random() * 0.28)
    const places = site === 0 ? 3 : 2
    const first = Math.floor(random() * cities)
    for (let place = 0; place < places; place++) {
      // Half of the prices are in the city that the pictures compare.
      const at = place === 0 ? CITIES.indexOf(CITY) : (first + place * 7) % cities
      const moves = seededRandom(number * 13 + site * 5 + day * 1_009 + place)
      const moved = day > 0 && moves() < 1 / 14 ? 0.88 + moves() * 0.2 : 1
      const wholesale = Math.round((level * (0.97 + random() * 0.06) * moved) / 10) * 10
      const price = {
        city: CITIES[at] as string,
        warehouse: site % 3 === 2 ? '' : `Склад ${site + 1}-${place + 1}`,
        retail: Math.round(wholesale * 0.122) * 10,
        wholesale: site % 4 === 3 ? null : wholesale,
        cost: site === 0 ? Math.round(wholesale * 88) / 100 : null,
        stock: Math.floor(random() * 60),
      }
      yield [specs, price]
    }
  }
}

const MODEL_LINES = [
  ['Meridian', 'Polar', 'Polar Extra Grip'],
  ['Meridian', 'Snowbeam', 'Snowbeam Touring Winter'],
  ['Torvald', 'Frostclaw', 'Frostclaw Drive Pro'],
  ['Quellmark', 'Citygleam', 'Citygleam Sport Touring'],
  ['Zennho', 'Mountrail', 'Mountrail Terrain Max'],
  ['Ветрошин', 'Cargoline', 'Cargoline Long Haul'],
] as const
/** Further sizes of a line would make the matching certain. */
const SIZES = [
  ['205', '55', '16', '94', 'V'],
  ['215', '60', '17', '96', 'V'],
] as const

/** Tyres that the own site and a competitor name differently, for people to match. */
function unsureLines(isOwn: boolean): Line[] {
  return MODEL_LINES.flatMap(([brand, ours, theirs], line) =>
    SIZES.map(([width, height, diameter, loadIndex, speedIndex], size): Line => {
      const model = isOwn ? ours : theirs
      const name = `${brand} ${model} ${width}/${height}R${diameter} ${loadIndex}${speedIndex}`
      const article = isOwn ? `${brand.toUpperCase()}${line}${size}` : ''
      const specs = { article, brand, name, width, height, diameter, season: '', vehicleType: '' }
      const retail = (isOwn ? 5_000 : 5_400) + line * 700 - size * 10
      return [
        { ...specs, loadIndex, speedIndex },
        { city: CITY, retail, stock: 9 },
      ]
    }),
  )
}

/** Addresses that depend on the prices. */
export interface Market {
  /** last day with prices */
  day: string
  /** key of a tyre that the own site and many competitors sell */
  tyre: string
}

const dayBefore = (days: number): string => isoToday(new Date(Date.now() - days * DAY_MS))

/** Fills a new data directory through the server's import. */
export async function fillMarket(dataDir: string): Promise<Market> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  try {
    await createFirstAdmin(db, {
      adminUsername: ADMIN.username,
      adminPassword: ADMIN.password,
      generatedAdminPassword: undefined,
    })
    const offered = new Map<string, number>()
    for (let day = 0; day < DAYS; day++) {
      const date = dayBefore(DAYS - 1 - day)
      for (const [site, host] of SITES.entries()) {
        const lines = [...linesOf(site, day)]
        if (host === OWN) lines.push(...unsureLines(true))
        if (site === 1) lines.push(...unsureLines(false))
        await savePrices(db, host, date, lines)
        if (day > 0) continue
        // Only tyres of the own site are counted, which comes first.
        for (const article of new Set(lines.map(([{ article = '' }]) => article)))
          if (host === OWN || offered.has(article)) offered.set(article, (offered.get(article) ?? 0) + 1)
      }
    }
    await addPeople(db)
    const [tyre = ''] = [...offered].sort(([, a], [, b]) => b - a)[0] ?? []
    return { day: dayBefore(0), tyre }
  } finally {
    await db.close()
  }
}

const PEOPLE = [
  'anna',
  'konstantinopolskaya.ekaterina@shinnaya-kompaniya-primer.ru',
  'seller-rostov-na-donu',
  'sklad-2',
  'analitik.petrov',
  'menedzher-optovyh-prodazh-sibir',
] as const

/** Adds people directly to the table, because hashing their passwords takes as long as all prices. */
async function addPeople(db: Db): Promise<void> {
  const rows = PEOPLE.map((name, n) => [name, name, '', n === 4 ? 'admin' : 'user', Date.now() - n * DAY_MS])
  await db.insertMany('users', ['id', 'username', 'password_hash', 'role', 'created_at'], rows)
}

/** Settings of a source with long names. */
const sourceInput = (site: string, n: number) => ({
  site,
  title: n % 3 === 0 ? `Прайс-лист ${site}, розница и опт, все склады и города` : '',
  enabled: n !== 4,
  kind: 'upload',
  address: '',
  mapping: {
    format: 'csv',
    fields: { article: 'Код', name: 'Наименование', retail: 'Цена', city: { value: CITY } },
  },
  times: [],
  zone: 'Asia/Novosibirsk',
  expected_by: n % 2 === 0 ? '09:00' : '',
  max_bad: 20,
})

const STATES = ['imported', 'imported', 'unchanged', 'imported', 'imported', 'failed', 'imported', 'declined']
const HOUR_MS = 3_600_000

/** @returns id of a source with runs */
async function addSources(call: Call, dataDir: string): Promise<string> {
  const ids: string[] = []
  for (const [n, site] of SITES.slice(0, 12).entries()) {
    const { id } = (await call(SOURCE_PATHS.sources, sourceInput(site, n))) as { id: string }
    ids.push(id)
  }
  const rows = ids.flatMap((id, source) =>
    STATES.slice(source % 3).map((state, n) => {
      const at = Date.now() - (STATES.length - n) * 9 * HOUR_MS
      const message = state === 'failed' ? 'Сервер поставщика не ответил за 30 секунд' : ''
      return [id, isoToday(new Date(at)), 'schedule', state, at, 1_200, 1_140, 3_400, 12, message, at, at, at]
    }),
  )
  const columns =
    'source_id,day,started_by,state,due_at,records,tyres,offers,bad,message,created_at,started_at,finished_at'
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  await db.insertMany('source_runs', columns.split(','), rows).finally(() => db.close())
  return ids[0] as string
}

const VIEWS = [
  ['Зимние Р16, Ростов, дороже медианы', 'retail', `view=market&in=${encodeURIComponent(CITY)}`, 'own'],
  ['Летние к сезону: розница всех городов, сравнение с прошлой неделей', 'retail-stats', '', 'team'],
  ['Опт', 'wholesale', 'view=market', 'own'],
  ['Предложения на завтра', 'proposals', '', 'team'],
] as const

/** Calls the server as the signed-in administrator. */
type Call = (path: string, body: object) => Promise<unknown>

/** Session of the administrator, for a browser context. */
export interface Session {
  token: string
  refreshToken: string
}

/** Signs in as the administrator. */
export async function signInto(origin: string): Promise<Session> {
  const answer = await fetch(origin + SESSION_PATHS.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('refresh_token=')) ?? ''
  return { token, refreshToken: /=([^;]*)/.exec(cookie)?.[1] ?? '' }
}

/** Rules of notifications, the last one of the team. */
const WATCH_RULES: readonly RuleSettings[] = [
  {
    ...{ name: 'Дешевле нас', scope: 'own', tyres: { of: 'own' }, kind: 'retail', sites: [], cities: [] },
    event: { type: 'below', than: 'own', percent: 3 },
    ...{ recipients: [], channels: [], timing: { at: 'once' } },
  },
  {
    ...{
      name: 'Новинки недели',
      scope: 'team',
      tyres: { of: 'all' },
      kind: 'retail',
      sites: [],
      cities: [CITY],
    },
    event: { type: 'new' },
    ...{ recipients: [], channels: [], timing: { at: 'digest', time: '08:30', weekday: 1 } },
  },
]

/**
 * Adds what only a running server can add: views, rules and sources.
 * @returns id of a source with runs
 */
export async function furnish(origin: string, dataDir: string, token: string): Promise<string> {
  const call: Call = async (path, body) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const views = VIEWS.map(([name, report, query, scope], n) => {
    return { id: String(n).padStart(32, '0'), name, report, query, day: 'latest', scope }
  })
  await call(VIEW_PATHS.views, { views })
  for (const rule of WATCH_RULES) await call(RULE_CALLS.create.path, rule)
  return addSources(call, dataDir)
}

/** Decided prices of own tyres, as the device stores them. */
export function madeUpDecisions({ day }: Market): Decision[] {
  return Array.from({ length: 60 }, (_, n): Decision => {
    const { article, brand, name, width, height, diameter, loadIndex, speedIndex } = tyre(n * 7)
    const now = 5_000 + n * 130
    const rivals = [now * 0.93, now * 0.97, now * 1.02].map(Math.round)
    return {
      ...{ tyre: article, article, brand, name, city: CITY, kind: 'retail', day, now, rivals },
      size: `${width}/${height} R${diameter} ${loadIndex}${speedIndex}`,
      wholesale: Math.round(now * 0.8),
      cost: n % 5 === 4 ? Math.min(now, HIGHEST_PRICE) : Math.round(now * 0.72),
      median: rivals[1] as number,
      proposed: null,
      price: Math.round((now * 0.96) / 10) * 10,
      rule: n % 3 === 0 ? { by: 'hand' } : { by: 'median', percent: -1, round: '10' },
      comment: n % 6 === 0 ? 'Согласовано с отделом закупок до конца месяца' : '',
      checked: false,
    }
  })
}

/** Price list of a supplier, for the wizard. */
export const PRICE_LIST = [
  'Артикул;Производитель;Наименование;Сезонность;Опт, руб.;Розница, руб.;Остаток',
  ...Array.from({ length: 80 }, (_, n) => {
    const { article, brand, name, season } = tyre(n)
    return `${article};${brand};${name};${season};${4_000 + n * 37};${4_900 + n * 45};${(n % 19) + 1}`
  }),
].join('\n')
