/** Fields of a TypeBox error that are used here. */
interface SchemaError {
  keyword: string
  instancePath: string
  params: object
}

type Message = (params: Record<string, unknown>) => string

const list = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value))

const TYPE_TEXTS: Readonly<Record<string, string>> = {
  integer: 'нужно целое число',
  number: 'нужно число',
  string: 'нужен текст в кавычках',
  boolean: 'нужно true или false',
  array: 'нужен список в квадратных скобках',
  object: 'нужно описание в фигурных скобках',
  null: 'нужно null',
}

const typeText = (type: unknown): string => TYPE_TEXTS[String(type)] ?? `нужен тип ${String(type)}`

const MESSAGES: Record<string, Message> = {
  additionalProperties: (params) => `неизвестное поле ${list(params.additionalProperties)}`,
  required: (params) => `нет обязательного поля ${list(params.requiredProperties)}`,
  type: ({ type }) => (Array.isArray(type) ? type : [type]).map(typeText).join(' или '),
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
    errors.filter(({ keyword }) => keyword in MESSAGES),
    ({ instancePath }) => instancePath,
  )
  const unionPaths = [...byPath].filter(([, found]) => found.length > 1).map(([path]) => path)
  return [...byPath]
    .filter(([path]) => !unionPaths.some((outer) => path.startsWith(`${outer}/`)))
    .map(([path, [first, second]]) => {
      const text = second ? 'значение не подходит ни под один из видов' : errorText(first as SchemaError)
      return path === '' ? text : `${path.slice(1).replaceAll('/', '.')}: ${text}`
    })
}

function errorText({ keyword, params }: SchemaError): string {
  return (MESSAGES[keyword] as Message)(params as Record<string, unknown>)
}
