import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { BACKEND_PREFIXES } from '../../contract/paths.ts'
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
    if (!isAppRoute(request)) return answerNotFound()
    return reply.sendFile('index.html')
  })
}

function isAppRoute(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '/'
  const backends = BACKEND_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  const file = /\.[a-z0-9]+$/i.test(path)
  return (request.method === 'GET' || request.method === 'HEAD') && !backends && !file
}
