import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { PATHS } from '../../contract/paths.ts'
import { audit } from '../audit.ts'
import { createAccount } from '../auth/users.ts'
import type { Db } from '../db/db.ts'
import { WireError } from './errors.ts'
import { type RequestGuard, userOf } from './guard.ts'
import { ErrorAnswer, MessageAnswer } from './schemas.ts'

export interface AdminRoutes {
  db: Db
  guard: RequestGuard
}

/** The same limits as the form's (specification 3.14). */
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

/** Creating users needs admin rights; refusals go to the audit log. */
export const adminRoutes: FastifyPluginAsyncTypebox<AdminRoutes> = async (app, { db, guard }) => {
  app.addHook('onRequest', guard)
  app.addHook('onRequest', async (request) => {
    const { id, username, role } = userOf(request)
    if (role === 'admin') return
    await audit(db, 'admin route refused', id, `${username} ${request.method} ${request.routeOptions.url}`)
    throw new WireError(403, 'Нужны права администратора')
  })

  app.post(
    PATHS.createUser,
    {
      schema: {
        summary: 'Создать пользователя',
        security: [{ bearer: [] }],
        body: NewUserBody,
        response: { 201: MessageAnswer, '4xx': ErrorAnswer },
      },
    },
    async (request, reply) => {
      const { username, role } = request.body
      const created = await createAccount(db, {
        ...request.body,
        vehicleType: request.body.vehicleType ?? '',
      })
      if (!created) throw new WireError(409, 'Пользователь уже был создан')
      await audit(db, 'user created', userOf(request).id, `${username} (${role})`)
      return reply.status(201).send({ message: 'Пользователь создан' })
    },
  )
}
