import AjvCompiler from '@fastify/ajv-compiler'

const compilerOf = AjvCompiler()

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
