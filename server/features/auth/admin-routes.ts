import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { ACCOUNT_PATHS } from '../../../contract/paths.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type RequestGuard, type SessionGuard, userOf } from './http/guard.ts'
import { passwordProblem } from './password-policy.ts'
import { usernameProblem } from './username-policy.ts'
import { createAccount } from './users.ts'

export interface AdminRoutes {
  db: Db
  guard: RequestGuard
  adminGuard: SessionGuard
  /** refuses requests of a person who has not entered the password recently */
  proofGuard: SessionGuard
}

/** Limits of specification 3.14, the same as in the form. */
const NewUserBody = Type.Object(
  {
    username: Type.String({ minLength: 3, maxLength: 320 }),
    password: Type.String({ minLength: 8, maxLength: 1024 }),
    role: Type.Union([Type.Literal('user'), Type.Literal('admin')]),
    percent: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
    vehicleType: Type.Optional(Type.String({ maxLength: 100, default: '' })),
  },
  { additionalProperties: false },
)

/** Route that creates users, for administrators (specification 3.14). */
export const adminRoutes: FastifyPluginAsyncTypebox<AdminRoutes> = async (app, options) => {
  const { db, guard, adminGuard, proofGuard } = options
  app.addHook('onRequest', guard)
  app.addHook('onRequest', adminGuard)
  app.addHook('onRequest', proofGuard)

  app.post(
    ACCOUNT_PATHS.createUser,
    {
      schema: {
        summary: 'Создать пользователя',
        security: [{ bearer: [] }],
        body: NewUserBody,
        response: { 201: MessageAnswer },
      },
    },
    async (request, reply) => {
      const { username, password, role } = request.body
      const problem = usernameProblem(username) ?? passwordProblem(password, username)
      if (problem) throw new Refusal(400, problem)
      const created = await createAccount(db, {
        ...request.body,
        vehicleType: request.body.vehicleType ?? '',
      })
      if (!created) throw new Refusal(409, 'Пользователь уже был создан')
      await audit(db, 'user created', userOf(request).id, `${username} (${role})`)
      return reply.status(201).send({ message: 'Пользователь создан' })
    },
  )
}
