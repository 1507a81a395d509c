import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifyInstance } from 'fastify'

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
      whenAsked.errors = validate.errors ?? null
      return isValid
    }
    return whenAsked as Validate
  }
}

/**
 * Validates the JSON bodies of a plugin's routes without type coercion, which would read `true` as 1 and null as an empty
 * text. Other parts of a request are text, and still coerced.
 */
export function requireExactBodies(app: FastifyInstance): void {
  const coercing = buildValidator({}, { customOptions: VALIDATOR_OPTIONS })
  const exact = buildValidator({}, { customOptions: { ...VALIDATOR_OPTIONS, coerceTypes: false } })
  app.setValidatorCompiler((route) => (route.httpPart === 'body' ? exact(route) : coercing(route)))
}
