import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { SHOP_PATHS } from '../../../../contract/pages/page-paths.ts'
import { ShopJob, ShopLookInput, ShopSampleInput } from '../../../../contract/pages/shop-job.ts'
import { neverStored } from '../../../platform/http/never-stored.ts'
import type { SessionGuard } from '../../auth/http/admin-guard.ts'
import { calledHost, callsAddress } from '../../auth/http/audited-routes.ts'
import { type RequestGuard, userOf } from '../../auth/http/guard.ts'
import { perPerson } from '../../auth/http/rate-limit.ts'
import type { ShopJobs } from './shop-jobs.ts'

export interface ShopRoutes {
  guard: RequestGuard
  adminGuard: SessionGuard
  jobs: ShopJobs
}

const security = [{ bearer: [] }]
const response = { 200: ShopJob }
const INPUT_BYTES = 1024 * 1024

const sampledShop = ({ body }: FastifyRequest): string => {
  const { sitemaps, starts } = (body as Static<typeof ShopSampleInput>).crawl
  return calledHost(starts[0] ?? sitemaps[0] ?? '')
}

/** Routes that look at a shop and read a sample of it, for administrators (specification 23.10). */
export const shopRoutes: FastifyPluginAsyncTypebox<ShopRoutes> = async (app, { guard, adminGuard, jobs }) => {
  app.addHook('onRequest', guard)
  app.addHook('onRequest', adminGuard)
  app.addHook('onSend', neverStored)
  const rateLimit = perPerson(10)

  app.post(
    SHOP_PATHS.looks,
    {
      config: { rateLimit, audited: callsAddress('shop read') },
      schema: {
        summary: 'Осмотреть магазин: на каких страницах шины',
        security,
        body: ShopLookInput,
        response,
      },
    },
    async (request) => jobs.look(userOf(request).id, request.body.address),
  )

  app.post(
    SHOP_PATHS.samples,
    {
      config: { rateLimit, audited: { event: 'shop read', details: sampledShop } },
      bodyLimit: INPUT_BYTES,
      schema: {
        summary: 'Прочитать 20 страниц магазина как прайс-лист',
        security,
        body: ShopSampleInput,
        response,
      },
    },
    async (request) => jobs.sample(userOf(request).id, request.body.crawl),
  )

  app.get(
    `${SHOP_PATHS.jobs}/:id`,
    {
      schema: {
        summary: 'Как идёт чтение магазина',
        security,
        params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
        response,
      },
    },
    async (request) => jobs.find(userOf(request).id, request.params.id),
  )
}
