import type { ListReading } from '../import/list-reading.ts'
import type { Mapping } from '../import/mapping.ts'
import { conditionInField, conditionOf, isStatedNew, mayMeanUsed } from '../matching/condition.ts'

/** Length from which on a text is a description, whose words may be about anything: 'защита от порезов'. */
const MAX_WORDS = 40

/** Reader of a column's text in a sampled record. */
type ReadText = (column: string) => (record: ListReading['sample'][number]) => string

/** Column whose values say, or may say, that tyres are not new. */
interface DoubtfulColumn {
  name: string
  /** text of the finding */
  text: string
  /** values of the sampled records that are not those of new tyres; '' for an empty cell */
  found: string[]
}

/** Names of columns of flags that are set for tyres which are not new. */
const NOT_NEW =
  /(?<!\p{L})(?:[бb][\s/\\.]{0,2}[уy]|used|второй сорт|бывш\p{L}*|использова\p{L}*|эксплуат\p{L}*|подержан\p{L}*|с пробегом|пробег|износ|дефект\p{L}*|брак|уцен\p{L}*|некондици\p{L}*|поврежд\p{L}*|ремонт|после ремонта|восстан\p{L}*|витрин\p{L}*|refurb\p{L}*|retread\p{L}*|damaged?|defect\p{L}*|worn|second hand|pre ?owned|demo|outlet)(?!\p{L})/iu
/** Words of a promise about such tyres: 'Гарантия от повреждений'. */
const PROMISE = /гарант|защит|страхов|возврат|(?<!\p{L})(?:от|против|без|не|no|not)\s/iu
/** Names of columns of flags that are set for new tyres: 'Новая', 'isNew', but not 'Новая модель'. */
const NEW = /^(?:is |шина |товар )?(?:нов(?:ая|ый|ое|ые)|brand new|new)(?: шина| шины| товар| tyre| tire)?$/iu
const YES = /^(?:\+|да|yes|y|true|1|[vxхv✓✔☑]|есть)$/iu
const NO = /^(?:-|нет|no|n|false|0|)$/iu

/** Returns the last part of a name in words: 'flags.isUsed' and 'is_used' become 'is used'. */
const inWords = (name: string): string =>
  (name.split(/[.@[\]](?=[a-z])/i).at(-1) ?? name)
    .replace(/[_\]@]/g, ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .trim()

/** Returns the flags of a column called after a condition that say that tyres are not new; none for other columns. */
function flagsOf(name: string, texts: readonly string[]): string[] {
  const words = inWords(name)
  const isNew = NEW.test(words)
  if (!isNew && (!NOT_NEW.test(words) || PROMISE.test(words))) return []
  if (texts.every((text) => text === '') || !texts.every((text) => YES.test(text) || NO.test(text))) return []
  return texts.filter((text) => (isNew ? NO : YES).test(text))
}

/** Returns the columns that say, or may say, that tyres are not new, although nothing reads them as that. */
export function conditionDoubts(
  { fields }: Mapping,
  { columns, sample }: Pick<ListReading, 'columns' | 'sample'>,
  used: ReadonlyMap<string, string>,
  read: ReadText,
): DoubtfulColumn[] {
  // A column of remarks is searched for conditions; any other text in it says nothing.
  const whole = new Set(
    [fields.condition ?? []].flat().flatMap((one) => (typeof one === 'string' ? [one] : [])),
  )
  return columns.flatMap((name): DoubtfulColumn[] => {
    const field = used.get(name)
    if (field !== undefined && field !== 'condition') return []
    const texts = sample.map(read(name))
    if (whole.has(name)) {
      const unknown = texts.filter((text) => conditionInField(text) === 'new' && !isStatedNew(text))
      return [{ name, text: `Колонка «${name}»: непонятно, какая шина не новая`, found: unknown }]
    }
    const short = texts.filter((text) => text !== '' && text.length < MAX_WORDS)
    const doubtful = short.filter((text) => conditionOf(text) === 'new' && mayMeanUsed(text))
    const unclear = { name, text: `Колонка «${name}»: возможно, это не новые шины`, found: doubtful }
    if (field !== undefined) return [unclear]
    const worn = [...short.filter((text) => conditionOf(text) !== 'new'), ...flagsOf(name, texts)]
    return [{ name, text: `Колонка «${name}» называет не новые шины, но не читается`, found: worn }, unclear]
  })
}
