import { memoize } from '../lib/memo.ts'

const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщыэюя'
const LATIN = 'a b v g d e zh z i i k l m n o p r s t u f h ts ch sh sh i e iu ia'.split(' ')
/** Latin spelling of each Cyrillic letter that has a sound; ъ and ь have none. */
const SOUNDS = /* @__PURE__ */ new Map([...CYRILLIC].map((letter, i) => [letter, LATIN[i] as string]))

/**
 * Latin spellings and their replacements, in the order of application; different spellings of one sound become equal.
 */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/sch/g, 'sh'],
  [/ph/g, 'f'],
  [/c?kh/g, 'h'],
  [/ck/g, 'k'],
  [/th/g, 't'],
  [/qu/g, 'kv'],
  [/q/g, 'k'],
  [/x{1,2}/g, 'ks'],
  [/w/g, 'v'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/gu(?=[aei])/g, 'g'],
  [/tz/g, 'ts'],
  [/y/g, 'i'],
  [/(?<!o)oo(?!o)/g, 'u'],
  [/(?<!e)ee(?!e)/g, 'i'],
]

/**
 * Transliterates a word to Latin letters by its sound, so that 'Йокохама' and 'Yokohama' are equal; digits are
 * unchanged. Cached, because words recur in nearly every name. A doubled letter becomes a single one; three or more equal letters are unchanged.
 * @param word of a plain text
 */
export const transliterate = memoize(inLatin)

function inLatin(word: string): string {
  let sound = word.replace(/[а-я]/g, (letter) => SOUNDS.get(letter) ?? '')
  for (const [spelling, one] of SPELLINGS) sound = sound.replace(spelling, one)
  return sound.replace(/(\p{L})\1+/gu, (run, letter: string) => (run.length > 2 ? run : letter))
}

/**
 * Alternative spellings of brands and of common words in model names, where the name's own transliteration would not
 * match.
 */
const ALIASES: Readonly<Record<string, string>> = {
  aeolus: 'аеолус эолус',
  agilis: 'аджилис',
  amberstone: 'амберстоун',
  autograph: 'автограф аутограф',
  autogreen: 'автогрин аутогрин',
  atlander: 'атлендер атландер',
  atrezzo: 'атреццо атрезо',
  bfgoodrich: 'бфгудрич гудрич бфг bfg',
  blackhawk: 'блэкхок блекхок',
  bluearth: 'блюерс блюэрс блюарт блюеарт',
  blue: 'блю',
  bridgestone: 'бриджстоун бриджстон бриджистоун бристоун',
  character: 'характер карактер',
  cinturato: 'чинтурато',
  compasal: 'компасал компассал',
  contact: 'контакт',
  continental: 'континентал конти conti',
  crosswind: 'кроссвинд кросвинд кроссуинд',
  cruiser: 'крузер круизер',
  doublestar: 'даблстар',
  drive: 'драйв',
  dunlop: 'данлоп',
  eagle: 'игл',
  energy: 'энерджи',
  evergreen: 'эвергрин',
  evo: 'эво',
  falken: 'фалкен',
  firemax: 'файрмакс фаермакс',
  firestone: 'файрстоун файерстоун фаерстоун',
  forerunner: 'форраннер форанер',
  fortune: 'форчун фортуна фортюн',
  general: 'дженерал',
  geolandar: 'геолендер геоландер джиоландер',
  giti: 'джити',
  gislaved: 'гиславет',
  goodride: 'гудрайд',
  goodyear: 'гудиер гудьир гудир гудьер гудеар',
  grip: 'грип',
  gripmax: 'грипмакс',
  guard: 'гуард',
  hankook: 'ханкок хэнкук ханкоок',
  hifly: 'хайфлай хифлай',
  ice: 'айс',
  icecontact: 'айсконтакт',
  icecontrol: 'айсконтрол',
  iceguard: 'айсгард айсгуард',
  ikon: 'айкон',
  kinergy: 'кинерджи',
  knight: 'найт',
  kumho: 'кумо',
  landspider: 'лэндспайдер лендспайдер ландспайдер',
  latitude: 'латитюд',
  laufenn: 'лауфен',
  marshal: 'маршалл',
  maxxis: 'максис',
  mazzini: 'мадзини маццини',
  michelin: 'мишлен мишелин мишлин мешлен',
  nankang: 'нанканг нанкан',
  nexen: 'нексен некзен',
  nokian: 'нокия нокиа',
  ovation: 'овейшн',
  pilot: 'пайлот',
  potenza: 'потенца',
  powergy: 'пауэрджи повергай павержи',
  predator: 'предатор',
  premitra: 'премитра',
  prime: 'прайм',
  prinx: 'принкс',
  ride: 'райд',
  road: 'роуд',
  roadcruza: 'роудкруза роадкруиза',
  roadmarch: 'роудмарч роадмарч',
  roadx: 'роудикс роадикс',
  sailun: 'сайлунь саилун',
  snow: 'сноу',
  soft: 'софт',
  spike: 'спайк',
  stud: 'стад',
  studless: 'стадлесс',
  toyo: 'тойо',
  torero: 'тореро',
  tracmax: 'тракмакс трекмакс',
  triangle: 'трайангл триангл триэнгл триангле',
  tourador: 'турадор',
  turanza: 'туранца',
  ultra: 'ультра',
  viatti: 'виати',
  voltyre: 'волтайр',
  vredestein: 'вредештайн',
  westlake: 'вестлейк',
  wind: 'винд',
  winter: 'уинтер',
  wintercontact: 'винтерконтакт',
  x: 'икс',
  yokohama: 'йокогама иокохама екохама',
}

/** Transliterations of the alternative spellings, by the transliteration of the name. */
export const ALIAS_SOUNDS: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ new Map(
  Object.entries(ALIASES).map(([name, others]) => [
    transliterate(name),
    others.split(' ').map(transliterate),
  ]),
)
