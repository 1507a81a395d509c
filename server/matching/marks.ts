import { STATED_YEAR, yearOf } from './condition.ts'
import type { TyreSeason } from './description.ts'
import { type TextParts, words } from './text-parts.ts'

const EXTRA_LOAD = words('XL|EXTRA ?LOAD|REINFORCED|REINF|УСИЛЕННАЯ|УСИЛ|RF')
const RUN_FLAT = words('RFT|ROF|RUN[ -]?FLAT|RUN ?ON ?FLAT|RUNONFLAT|SSR|ZP|ZPS|EMT|HRS|RSC|XRP|DSST|TRF|SST')
/** 'FR' is rim protection, but friction in the names of Pirelli's and Formula's winter tyres. */
const NO_STUDS = words(
  '(?<=ICE\\s+(?:ZERO\\s+)?)FR|НЕШИП[А-Я.]*|НЕ ШИП[А-Я.]*|Н/Ш\\.?|БЕЗ ШИПОВ|ПОД ШИП[А-Я.]*|ШИПУЕМ[А-Я]*|ФРИКЦ[А-Я.]*|ЛИПУЧК[А-Я]*|FRICTION|STUDLESS|N/S|STUDDABLE',
)
const STUDS = words('ШИП[А-Я.]*|Ш\\.|\\(Ш\\)|STUD|STUDS|STUDDED')
const WINTER = words('ЗИМ[А-Я]*')
const SUMMER = words('ЛЕТ[А-Я]{1,3}|ЛЕТО')
const ALL_SEASON = words('ВСЕСЕЗ[А-Я.]*|В/С')
/** '8PR', '8 сл.', '16 н.с.'; Russian plants put the number behind: 'нс16'. */
const PLY =
  /(?<![\p{L}\d])(?:(\d{1,2})\s?(?:PR|P\.R\.|СЛОЕВ|СЛ\.?|H\.?C\.?(?!\.?\s?\d{1,2}(?!\d|PMSF)))|H\.?C\.?\s?\d{1,2})(?![\p{L}\d])/gu
const TUBE = words('TT|T/T|КАМЕРНАЯ|КАМЕРНЫЕ')

/** Returns what each spelling means, from comma-separated spellings by meaning, and words that have one spelling. */
function bySpelling(lists: Readonly<Record<string, string>>, others = ''): Readonly<Record<string, string>> {
  const entries = (list: string) =>
    list
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean)
  return Object.fromEntries([
    ...entries(others).map((word) => [word, word]),
    ...Object.entries(lists).flatMap(([meaning, list]) => entries(list).map((word) => [word, meaning])),
  ])
}

/** Marks of car makers by their spellings; suppliers write the mark or the maker's name. */
const ORIGINS = bySpelling(
  {
    AO: 'AO, AOE, AUDI',
    RO1: 'RO1, R01, RO',
    RO2: 'RO2, R02',
    MO: 'MO, MOE, MERCEDES, MERCEDES-BENZ',
    'MO-S': 'MO-S, MOS',
    '*': '*, BMW',
    N0: 'N0, NO',
    N: 'PORSCHE, TAYCAN',
    'J/LR': 'J/LR, JLR, J LR',
    LR: 'LR, LAND ROVER, LAND-ROVER',
    J: 'J, JAGUAR',
    VOL: 'VOL, VO, VOLVO',
    B: 'B, BENTLEY',
    F: 'F, FERRARI',
    L: 'L, LAMBORGHINI',
    MGT: 'MGT, MASERATI',
    AR: 'AR, ALFA ROMEO',
    AM: 'AM, ASTON MARTIN',
    T0: 'T0, TO',
    T: 'TESLA',
    ELECT: 'ELECT, ELT',
  },
  `
    AO1, AO2, MO1, MO-V, N1, N2, N3, N4, N5, N6, NA0, NA1, ND0, NE0, NF0, NC0, LR1, LR3, JRS, B1, BL,
    F01, F02, K1, K2, L1, LM1, MC, MC1, ALP, A4A, AM4, AM6, AM8, AMP, AMX, AMS, DT1, T1, T2, HN, GOE,
    POE, PE, VW`,
)
const ORIGIN = new RegExp(
  `(?<![\\p{L}\\d])(?:${Object.keys(ORIGINS)
    .filter((mark) => mark !== '*')
    .sort((a, b) => b.length - a.length)
    .join(
      '|',
    )})(?![\\p{L}\\d/+])|(?<=[\\s(])\\*{1,2}(?=[\\s),]|$)|(?<=[\\p{L}\\d]\\()\\*(?=\\))|(?<=[A-Z\\d]{2})\\*(?=\\s)`,
  'gu',
)

const EQUIPMENT = bySpelling({
  NCS: `
    NCS, PNCS, NOISE CANCELLING SYSTEM, NOISE CANCELLING, ACOUSTIC, CONTISILENT, SILENT, SOUNDCOMFORT, SOUND COMFORT,
    SCT, K-SILENT, SOUND ABSORBER`,
  камера: 'KAMEPA',
  SEAL: 'SEAL, CONTISEAL, SEALGUARD, SELFSEAL, SEALINSIDE, SEAL INSIDE',
})
/** Folded 'камера': the tyre is sold with its tube. */
export const TUBE_WORD = 'KAMEPA'
const EQUIPMENT_WORDS = words(
  Object.keys(EQUIPMENT)
    .sort((a, b) => b.length - a.length)
    .join('|'),
)

/** Words that say nothing about which tyre it is: rim protection, sidewall lettering, origin, the word 'tyre'. */
const NOISE = words(
  [
    'TL|T/L|Б/К|БЕСКАМЕРН[А-Я.]*|FR|FP|MFS|FSL|RP|RPB|RBL|RBT|FRV|KD|ML|BSW|BLK|OWL|RWL|ORWL|OBL|ROWL|OWS|WSW|WW|BLT|M ?\\+ ?S|M&S|3 ?PMSF|3PMFS|SFM|GRNX|DOT',
    'АВТОШИН[А-Я]|А/ШИН[А-Я]|ШИН[А-Я]?|ЛЕГК[А-Я]*|ГРУЗ[А-Я]*|ЛЕГКОГРУЗ[А-Я]*|ВНЕДОРОЖН[А-Я]*|TYRE|TYRES|TIRE|TIRES|РАСПР[А-Я.]*|НОВАЯ|НОВЫЕ|НОВ',
    'РУЛ[А-Я.]*|ВЕД[А-Я.]*|ПРИЦ[А-Я.]*|УНИВ[А-Я.]*|КАРЬЕР[А-Я.]*|ЕВРО ?[3-6]|ШТ',
    // Packs: a price is that of one tyre.
    '(?:КОМПЛЕКТ|КОМПЛ\\.?|К-Т|ЦЕНА ЗА|ЗА)(?: ИЗ)? ?\\d{0,2} ?(?:ШТУК|ШТ)?\\.?|\\d{1,2} ?(?:ШТУК|ШТ)\\.?',
    'РОССИЯ|РФ|КИТАЙ|КОРЕЯ|ЯПОНИЯ|БЕЛАРУСЬ|ТАИЛАНД|CHINA|KOREA|JAPAN|RUSSIA',
  ].join('|'),
)

export interface Marks {
  extraLoad: boolean
  runFlat: boolean
  studs: boolean | null
  season: TyreSeason | ''
  origin: string[]
  equipment: string[]
  ply: string
  tube: boolean
  year: string
}

/** Removes all marks from a name. */
export function takeMarks(parts: TextParts, seasonField: string): Marks {
  const year = parts.take(STATED_YEAR)
  const ply = parts.takeAll(PLY)[0] ?? ''
  const runFlat = parts.drop(RUN_FLAT) || /(?<![\p{L}\d])MOE(?![\p{L}\d])/u.test(parts.rest)
  const extraLoad = parts.drop(EXTRA_LOAD)
  const noStuds = parts.drop(NO_STUDS)
  const hasStuds = parts.drop(STUDS)
  const named = [
    [WINTER, 'winter'],
    [SUMMER, 'summer'],
    [ALL_SEASON, 'all'],
  ] as const
  const seasons = named.filter(([word]) => parts.drop(word)).map(([, season]) => season)
  const equipment = parts.takeAll(EQUIPMENT_WORDS).map((text) => EQUIPMENT[text] ?? text)
  const tube = parts.drop(TUBE)
  parts.drop(NOISE)
  const origin = parts.takeAll(ORIGIN).map((text) => ORIGINS[text] ?? '*')
  return {
    extraLoad,
    runFlat,
    studs: noStuds ? false : hasStuds ? true : null,
    season: seasonOf(seasonField) || (hasStuds ? 'winter' : (seasons[0] ?? '')),
    origin: [...new Set(origin)].sort(),
    equipment: [...new Set(equipment)].sort(),
    ply: ply.replace(/\D/g, ''),
    tube,
    year: yearOf(year?.[0] ?? ''),
  }
}

/** Parses a price list's season. */
function seasonOf(text: string): TyreSeason | '' {
  if (/всесез|all/i.test(text)) return 'all'
  if (/зим|winter/i.test(text)) return 'winter'
  if (/лет|summer/i.test(text)) return 'summer'
  return ''
}
