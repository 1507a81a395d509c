import AjvCompiler from '@fastify/ajv-compiler'

const compilerOf = AjvCompiler()

/**
 * Fastify's own validators, each compiled when its route is asked for the first time: all of them would take a fifth of the server's
 * start, and most of building an API for a test.
 */
export const buildValidator: typeof compilerOf = (schemas, options) => {
  const compile = compilerOf(schemas, options)
  return (route) => {
    let validate: ReturnType<typeof compile> | undefined
    const whenAsked = (data: unknown) => {
      validate ??= compile(route)
      const isValid = validate(data)
      whenAsked.errors = validate.errors
      return isValid
    }
    whenAsked.errors = undefined as (typeof validate & object)['errors']
    // Fastify reads nothing else of it.
    return whenAsked as ReturnType<typeof compile>
  }
}
