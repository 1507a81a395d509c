import type { Static, TProperties, TSchema } from 'typebox'

/** Who may send a call: each signed-in user, analysts and administrators, or administrators. */
type Caller = 'user' | 'analyst' | 'admin'

/** Properties that the calls of a feature share; a call may state others. */
interface SharedProperties {
  by: Caller
  /** maximum number of requests per minute and user; by default that of all routes */
  perMinute?: number
  /** whether caches may store the answers */
  storable?: true
  /** maximum size of the body in bytes, if it is larger than that of other calls */
  maxBytes?: number
}

/** Declaration of a call, with its path below that of the feature: exactly one of `get` and `post`. */
interface CallSpec extends Partial<SharedProperties> {
  get?: string
  post?: string
  /** title in the documentation at /docs and in the audit log */
  summary: string
  /** whether it needs a recent proof of the password */
  proof?: true
  /** schemas of the parameters of the path that are not the number of a row */
  params?: TProperties
  query?: TSchema
  body?: TSchema
  /** by default a message for the user */
  answer?: TSchema
  /** whether it answers with a file */
  file?: true
  /** whether its body is a file, of at most `maxBytes` */
  upload?: true
}

/**
 * Call of the companion server. Its declaration is the only one: the server's route (createCallServer) and the page's
 * request (call) derive from it.
 */
export interface Call extends Omit<CallSpec, 'get' | 'post' | 'by'> {
  by: Caller
  method: 'GET' | 'POST'
  path: string
}

type PathOf<Spec> = Spec extends { get: infer Path extends string } | { post: infer Path extends string }
  ? Path
  : never

/**
 * Declares the calls of a feature.
 * @param base path of the feature
 */
export const declareCalls = <const Base extends string, const Specs extends Record<string, CallSpec>>(
  base: Base,
  shared: SharedProperties,
  specs: Specs,
) =>
  Object.fromEntries(
    Object.entries(specs).map(([name, { get, post, ...spec }]) => {
      const method = get === undefined ? 'POST' : 'GET'
      return [name, { ...shared, ...spec, method, path: `${base}${get ?? post}` } satisfies Call]
    }),
  ) as unknown as {
    [Name in keyof Specs]: Omit<Specs[Name], 'get' | 'post' | 'by'> &
      Pick<Call, 'by' | 'method'> & { path: `${Base}${PathOf<Specs[Name]>}` }
  }

type ParamNames<Path> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never

/** Parameters of a call's path; numbers of rows unless declared otherwise. */
export type ParamsOf<Of extends Call> = {
  [Name in ParamNames<Of['path']>]: Of extends { params: Record<Name, infer Param extends TSchema> }
    ? Static<Param>
    : number
}
export type QueryOf<Of extends Call> = Of extends { query: infer Query extends TSchema }
  ? Static<Query>
  : unknown
export type BodyOf<Of extends Call> = Of extends { body: infer Body extends TSchema } ? Static<Body> : unknown
export type AnswerOf<Of extends Call> = Of extends { answer: infer Answer extends TSchema }
  ? Static<Answer>
  : { message: string }
