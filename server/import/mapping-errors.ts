/** Fields of a TypeBox error that are used here. */
interface SchemaError {
  keyword: string
  instancePath: string
  params: object
}

type Words = (params: Record<string, unknown>) => string

const list = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value))

const TYPE_WORDS: Readonly<Record<string, string>> = {
  integer: 'нужно целое число',
  number: 'нужно число',
  string: 'нужен текст в кавычках',
  boolean: 'нужно true или false',
  array: 'нужен список в квадратных скобках',
  object: 'нужно описание в фигурных скобках',
  null: 'нужно null',
}

const typeWords = (type: unknown): string => TYPE_WORDS[String(type)] ?? `нужен тип ${String(type)}`

const WORDS: Record<string, Words> = {
  additionalProperties: (params) => `неизвестное поле ${list(params.additionalProperties)}`,
  required: (params) => `нет обязательного поля ${list(params.requiredProperties)}`,
  type: ({ type }) => (Array.isArray(type) ? type : [type]).map(typeWords).join(' или '),
  enum: (params) => `допустимо одно из: ${list(params.allowedValues)}`,
  minLength: () => 'не должно быть пустым',
  maxLength: () => 'слишком длинное',
  minItems: () => 'список не должен быть пустым',
  minimum: () => 'слишком маленькое число',
  maximum: () => 'слишком большое число',
}

/**
 * Describes the mistakes in a mapping file in Russian, one line per path. A value that matches none of a union's
 * types yields an error for each type; they are merged into one line.
 */
export function describeErrors(errors: readonly SchemaError[]): string[] {
  const byPath = Map.groupBy(
    errors.filter(({ keyword }) => keyword in WORDS),
    ({ instancePath }) => instancePath,
  )
  const ofNoKind = [...byPath].filter(([, found]) => found.length > 1).map(([path]) => path)
  return [...byPath]
    .filter(([path]) => !ofNoKind.some((outer) => path.startsWith(`${outer}/`)))
    .map(([path, [first, second]]) => {
      const words = second ? 'значение не подходит ни под один из видов' : inWords(first as SchemaError)
      return path === '' ? words : `${path.slice(1).replaceAll('/', '.')}: ${words}`
    })
}

function inWords({ keyword, params }: SchemaError): string {
  return (WORDS[keyword] as Words)(params as Record<string, unknown>)
}
