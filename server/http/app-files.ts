import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { isAppRoute } from '../../contract/paths.ts'
import { answerNotFound } from './errors.ts'

const HASHED = /[/\\]assets[/\\]/

/**
 * Serves the built app: hashed files cacheable for a year, everything else revalidated, and index.html for its routes.
 * A missing file is 404, never index.html: a page of an older build must not run HTML as a script.
 */
export const appFiles: FastifyPluginAsync<{ dist: string }> = async (app, { dist }) => {
  if (!existsSync(join(dist, 'index.html'))) {
    throw new Error(`${dist} holds no built app: run npm run build`)
  }
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const value = HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
      reply.header('cache-control', value)
    },
  })
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const { method } = request
    const path = request.url.split('?')[0] ?? '/'
    if (!isAppRoute(path) || (method !== 'GET' && method !== 'HEAD')) return answerNotFound()
    return reply.sendFile('index.html')
  })
}
