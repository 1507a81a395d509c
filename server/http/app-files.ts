import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { isAppRoute } from '../../contract/paths.ts'
import { answerNotFound } from './errors.ts'

const HASHED = /[/\\]assets[/\\]/

/**
 * Serves the built app: hashed files for ever, everything else asked for anew, and index.html for its routes. A file
 * that is not there is 404 and never index.html: a page must not run another build's HTML as a script.
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
