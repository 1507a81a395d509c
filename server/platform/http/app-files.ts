import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { SETUP_ROUTE } from '../../../contract/installation/setup-route.ts'
import { isAppRoute } from '../../../contract/paths.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { answerNotFound } from './errors.ts'

const WORKER = '/sw.js'
const HASHED = /[/\\]assets[/\\]/

interface AppFiles {
  dist: string
  /** whether there is a user; until then all pages of the app lead to the set-up */
  isSetUp(): Promise<boolean>
}

/**
 * Serves the built app. Files with a hash in their names are cacheable for a year; all others are revalidated. The
 * app's routes return index.html. A missing file is answered with 404, never with index.html: a page of an older build
 * must not run HTML as a script.
 */
export const appFiles: FastifyPluginAsync<AppFiles> = async (app, { dist, isSetUp }) => {
  if (!existsSync(join(dist, 'index.html'))) {
    throw new Error(`${dist} holds no built app: run npm run build`)
  }
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: true,
    cacheControl: false,
    // Serves the compressed files that the build writes (build/precompress.ts).
    preCompressed: true,
    setHeaders(reply, path) {
      const value = HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
      reply.header('cache-control', value)
    },
  })
  app.addHook('onRequest', async ({ url, method }, reply) => {
    const path = pathOf(url)
    // A worker would answer for pages from its store, and hide the set-up.
    if (path === WORKER && !(await isSetUp())) return answerNotFound()
    if (!asksForPage(method) || !isAppRoute(path) || path === SETUP_ROUTE || (await isSetUp())) return
    return reply.header('cache-control', 'no-store').redirect(SETUP_ROUTE)
  })
  // This route precedes the static files, because an article in its path may contain characters that their paths must
  // not, such as a backslash.
  app.get(`${ROUTES.tyre}/*`, async (_request, reply) => reply.sendFile('index.html'))
  // A build of a former version has no page of its own for the login screen.
  const login = existsSync(join(dist, 'login.html')) ? 'login.html' : 'index.html'
  app.get(ROUTES.login, async (_request, reply) => reply.sendFile(login))
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isAppRoute(pathOf(request.url)) || !asksForPage(request.method)) return answerNotFound()
    return reply.sendFile('index.html')
  })
}

/**
 * Returns the URL with which a request for a page is routed. A path that cannot be decoded, such as a broken link to a
 * tyre, would match no route and skip the hooks that add security headers, so it becomes the home page; the app reads
 * the browser's URL and explains the problem.
 */
export function pageAddress(address: string, method: string | undefined): string {
  const path = pathOf(address)
  const isPage = asksForPage(method) && (isAppRoute(path) || path.startsWith(`${ROUTES.tyre}/`))
  return isPage && !isDecodable(path) ? ROUTES.home : address
}

const asksForPage = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

const pathOf = (address: string): string => address.split('?')[0] ?? '/'

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
