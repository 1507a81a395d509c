import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifySchema, FastifySchemaCompiler } from 'fastify'

const compilerOf = AjvCompiler()

/** Options of the validators. Code optimisation is disabled, because it takes half the time of compiling them. */
export const VALIDATOR_OPTIONS = { removeAdditional: false, coerceTypes: true, code: { optimize: false } }

type Validate = ReturnType<ReturnType<typeof compilerOf>>
/** Properties of a validator that Fastify uses. */
type Asked = Pick<Validate, 'errors'> & ((data: unknown) => unknown)

/**
 * Builds Fastify's validators, but compiles each one when its route is first called: compiling all of them would take a
 * fifth of the server's start time, and most of the time of creating an API in a test.
 */
export const buildValidator: typeof compilerOf = (schemas, options) => {
  const compile = compilerOf(schemas, options)
  return (route) => {
    let validate: Validate | undefined
    const whenAsked: Asked = (data) => {
      validate ??= compile(route)
      const isValid = validate(data)
      const endless = isValid ? endlessNumber(data) : undefined
      whenAsked.errors = endless === undefined ? (validate.errors ?? null) : [notFinite(endless)]
      return isValid && endless === undefined
    }
    return whenAsked as Validate
  }
}

/** Returns the name of a property that is infinite: Ajv coerces 'Infinity', and then skips minimum and maximum. */
const endlessNumber = (data: unknown): string | undefined =>
  Object.entries(data ?? {}).find(([, value]) => typeof value === 'number' && !Number.isFinite(value))?.[0]

const notFinite = (name: string) => ({
  instancePath: `/${name}`,
  schemaPath: '',
  keyword: 'type',
  params: {},
  message: 'must be finite',
})

/**
 * Compiles validators that do not coerce the types of JSON bodies: coercion would read `true` as 1 and null as an empty
 * text. Other parts of a request are text, and still coerced.
 */
export const exactBodies: FastifySchemaCompiler<FastifySchema> = (route) =>
  (route.httpPart === 'body' ? exact : coercing)(route)

const coercing = buildValidator({}, { customOptions: VALIDATOR_OPTIONS })
const exact = buildValidator({}, { customOptions: { ...VALIDATOR_OPTIONS, coerceTypes: false } })
