import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TProperties, type TSchema, Type } from 'typebox'
import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '../../../contract/lib/call.ts'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { RowNumber } from '../../platform/http/schemas.ts'
import { neverStored } from '../../platform/http/security.ts'
import { exactBodies } from '../../platform/http/validators.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type RequestGuard, type SessionGuard, sessionOf } from './http/guard.ts'
import { perPerson } from './http/rate-limit.ts'
import type { User } from './user.ts'

export interface CallGuards {
  guard: RequestGuard
  analystGuard: SessionGuard
  adminGuard: SessionGuard
  /** refuses without a recent proof of the password */
  proofGuard: SessionGuard
}

/** Admitted and validated request of a call. */
export interface Received<Of extends Call> {
  user: User
  /** id of the session */
  session: string
  params: ParamsOf<Of>
  query: QueryOf<Of>
  body: Of extends { upload: true } ? Uint8Array : BodyOf<Of>
  request: FastifyRequest
  reply: FastifyReply
}

/** Answer of a handler: text is a message for the user; the reply itself if the handler sends it. */
type Handled<Of extends Call> =
  | FastifyReply
  | (Of extends { file: true } ? never : Of extends { answer: TSchema } ? AnswerOf<Of> : string)

/** Handler of a call, with properties of its route that only the server knows. */
type Handler<Of extends Call> = ((received: Received<Of>) => Promise<Handled<Of>> | Handled<Of>) & {
  config?: FastifyContextConfig
}

export type Handlers<Calls extends Record<string, Call>> = { [Name in keyof Calls]: Handler<Calls[Name]> }

/** Adds to a handler its entry in the audit log, or a rate limit other than one per user. */
export const withConfig = <Handle extends object>(config: FastifyContextConfig, handle: Handle): Handle =>
  Object.assign(handle, { config })

export type ServeCalls = <Calls extends Record<string, Call>>(calls: Calls, handlers: Handlers<Calls>) => void

/** Creates the function that adds routes: with guards, limits, validation and documentation as declared. */
export function createCallServer(app: FastifyInstance, guards: CallGuards): ServeCalls {
  return (calls, handlers) => {
    for (const [name, call] of Object.entries(calls)) {
      const handler = handlers[name] as Handler<Call>
      if (call.upload)
        app.register(async (scope) => acceptFiles(scope, call.maxBytes).route(routeOf(call, handler)))
      else app.route(routeOf(call, handler))
    }
  }

  function routeOf(call: Call, handler: Handler<Call>) {
    const { method, path, by, proof, perMinute, storable, maxBytes, summary, query, body, answer } = call
    const params = paramsOf(call)
    const { guard, analystGuard, adminGuard, proofGuard } = guards
    const roles = { user: [], analyst: [analystGuard], admin: [adminGuard] }
    return {
      method,
      url: path,
      ...(maxBytes && { bodyLimit: maxBytes }),
      onRequest: [guard, ...roles[by], ...(proof ? [proofGuard] : [])],
      ...(!storable && { onSend: neverStored }),
      validatorCompiler: exactBodies,
      config: { ...(perMinute && { rateLimit: perPerson(perMinute) }), ...handler.config },
      schema: {
        summary,
        security: [{ bearer: [] }],
        ...(params && { params: Type.Object(params) }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        response: call.file ? {} : { 200: answer ?? MessageAnswer },
      },
      async handler(request: FastifyRequest, reply: FastifyReply) {
        const { id: session, user } = sessionOf(request)
        const handled = await handler({
          user,
          session,
          params: numbered(call, request.params as Record<string, string>),
          query: request.query,
          body: call.upload ? fileOf(request) : request.body,
          request,
          reply,
        })
        return typeof handled === 'string' ? { message: handled } : handled
      },
    }
  }
}

const namesIn = ({ path }: Call): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** Returns the schemas of the parameters of a call's path; undefined if it has none. */
function paramsOf(call: Call): TProperties | undefined {
  const names = namesIn(call)
  if (names.length === 0) return undefined
  return Object.fromEntries(names.map((name) => [name, call.params?.[name] ?? RowNumber]))
}

/** Converts the parameters that are numbers of rows. */
const numbered = ({ params = {} }: Call, given: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, name in params ? value : Number(value)]),
  )

/** Reads bodies of any type as a file. */
function acceptFiles(scope: FastifyInstance, bodyLimit = 0): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  )
  return scope
}

function fileOf({ body }: FastifyRequest): Uint8Array {
  if (!(body instanceof Uint8Array) || body.length === 0) throw new Refusal(400, 'Файл пуст')
  return body
}
