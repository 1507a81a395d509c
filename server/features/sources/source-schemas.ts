import { Type } from 'typebox'

/** Schemas of the calls of sources (specification 13.3). */

const Text = (maxLength: number) => Type.String({ maxLength })
const OrNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Number>>(type: T) =>
  Type.Union([type, Type.Null()])

const closed = { additionalProperties: false }

export const SourceId = Type.Object({ id: Text(64) })
/** Text, because '1e999' would be an integer, and infinite. */
export const RunId = Type.Object({ run: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) })
export const FileId = Type.Object({ file: Text(64) })
export const Day = Type.Optional(
  Type.String({ maxLength: 10, description: 'ГГГГ-ММ-ДД, по умолчанию сегодня' }),
)

const Secrets = Type.Object(
  {
    headers: Type.Array(Type.Object({ name: Text(100), value: Text(4_000) }, closed), { maxItems: 20 }),
    basic: Type.Union([Type.Object({ username: Text(500), password: Text(500) }, closed), Type.Null()]),
  },
  closed,
)

export const SecretsOrNone = Type.Union([Secrets, Type.Null()])

/** Validated by the mapping's own schema, whose messages are for people. */
export const AnyMapping = Type.Object({}, { description: 'Описание прайс-листа (mapping-schema)' })

export const SourceInputBody = Type.Object(
  {
    site: Text(300),
    title: Text(300),
    enabled: Type.Boolean(),
    kind: Type.Union([Type.Literal('address'), Type.Literal('upload')]),
    address: Text(4_000),
    mapping: AnyMapping,
    times: Type.Array(Text(20), { maxItems: 100 }),
    zone: Text(100),
    expected_by: Text(20),
    max_bad: Type.Number({ minimum: 0, maximum: 100 }),
    secrets: Type.Optional(SecretsOrNone),
  },
  closed,
)

const Run = Type.Object({
  id: Type.Integer(),
  source: Type.String(),
  day: Type.String(),
  trigger: Type.String(),
  state: Type.String(),
  step: Type.String(),
  attempt: Type.Integer(),
  created_at: Type.String(),
  started_at: OrNull(Type.String()),
  finished_at: OrNull(Type.String()),
  records: OrNull(Type.Number()),
  tyres: OrNull(Type.Number()),
  offers: OrNull(Type.Number()),
  bad: OrNull(Type.Number()),
  message: Type.String(),
  log: Type.Array(Type.Object({ at: Type.String(), text: Type.String() })),
  has_rejects: Type.Boolean(),
})

const Source = Type.Object({
  id: Type.String(),
  site: Type.String(),
  title: Type.String(),
  enabled: Type.Boolean(),
  kind: Type.String(),
  address: Type.String(),
  secret_names: Type.Array(Type.String()),
  mapping: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
  times: Type.Array(Type.String()),
  zone: Type.String(),
  expected_by: Type.String(),
  max_bad: Type.Number(),
  has_token: Type.Boolean(),
  light: Type.String(),
  last_day: OrNull(Type.String()),
  tyres: OrNull(Type.Number()),
  offers: OrNull(Type.Number()),
  bad_percent: OrNull(Type.Number()),
  last_run: Type.Union([Run, Type.Null()]),
  next_run: OrNull(Type.String()),
})

export const SourcesAnswer = Type.Object({ sources: Type.Array(Source) })
export const SourcePageAnswer = Type.Object({
  source: Source,
  runs: Type.Array(Run),
  days: Type.Array(Type.Object({ day: Type.String(), tyres: Type.Integer(), offers: Type.Integer() })),
})
export const IdAnswer = Type.Object({ id: Type.String() })
export const RunAnswer = Type.Object({ run: Type.Integer() })
export const TokenGiven = Type.Object({ token: Type.String() })
export const FileAnswer = Type.Object({ file: Type.String(), name: Type.String(), size: Type.Integer() })
