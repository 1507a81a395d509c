import { isAppRoute } from '../contract/paths.ts'

/** A file of this build; files with a hash in their name have no revision. */
export interface ShellFile {
  url: string
  revision: string | null
}

const PREFIX = 'shell '
const PAGE = 'index.html'

/** The dependencies and files of one build's shell. */
export interface Shell {
  /** of the app */
  origin: string
  files: readonly ShellFile[]
  /** name of this build, derived from its files (buildName); a constant, computed once, because every file lookup needs it */
  build: Promise<string>
  caches: CacheStorage
  fetch(request: Request): Promise<Response>
  now(): number
}

/** Installs all files or none, so that a build with a missing file is never activated. */
export async function installShell(shell: Shell): Promise<void> {
  const name = (await ownCacheName(shell)) ?? `${PREFIX}${shell.now()} ${await shell.build}`
  const cache = await shell.caches.open(name)
  try {
    await Promise.all(shell.files.map((file) => add(shell, cache, file)))
  } catch (error) {
    await shell.caches.delete(name)
    throw error
  }
}

/** Keeps the newest of the former builds: its open tabs need its files until they are reloaded. */
export async function dropOldShells({ caches, build }: Shell): Promise<void> {
  const own = await build
  const others = (await shellNames(caches)).filter((name) => !name.endsWith(` ${own}`))
  await Promise.all(others.slice(1).map((name) => caches.delete(name)))
}

/** @returns undefined for anything but pages of the app and its files */
export function answerFromShell(shell: Shell, request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== shell.origin) return undefined
  if (request.mode === 'navigate') return isAppRoute(pathname) ? page(shell, request) : undefined
  if (pathname.startsWith('/assets/') || shell.files.some(({ url }) => `/${url}` === pathname)) {
    return file(shell, request)
  }
  return undefined
}

async function page(shell: Shell, request: Request): Promise<Response> {
  const cacheName = await ownCacheName(shell)
  const kept = cacheName && (await shell.caches.match(PAGE, { cacheName }))
  return kept || shell.fetch(request)
}

async function file(shell: Shell, request: Request): Promise<Response> {
  const own = await shell.build
  const names = await shellNames(shell.caches)
  const isOwn = (name: string) => name.endsWith(` ${own}`)
  for (const cacheName of names.sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)))) {
    const kept = await shell.caches.match(request, { cacheName, ignoreVary: true, ignoreSearch: true })
    if (kept) return kept
  }
  return shell.fetch(request)
}

async function add(shell: Shell, cache: Cache, { url, revision }: ShellFile): Promise<void> {
  const kept = revision === null ? await shell.caches.match(url, { ignoreVary: true }) : undefined
  const response =
    kept ??
    (await shell.fetch(
      new Request(new URL(url, shell.origin), { cache: 'reload', credentials: 'same-origin' }),
    ))
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`)
  await cache.put(url, plain(response))
}

/** Browsers reject redirected responses to navigations. */
function plain(response: Response): Response {
  const { redirected, body, status, headers } = response
  return redirected ? new Response(body, { status, headers }) : response
}

/** Newest first. */
async function shellNames(caches: CacheStorage): Promise<string[]> {
  const madeAt = (name: string) => Number(name.split(' ')[1])
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  return names.sort((a, b) => madeAt(b) - madeAt(a))
}

async function ownCacheName({ caches, build }: Shell): Promise<string | undefined> {
  const own = await build
  return (await shellNames(caches)).find((name) => name.endsWith(` ${own}`))
}

export async function buildName(files: readonly ShellFile[]): Promise<string> {
  const text = JSON.stringify(files.map(({ url, revision }) => [url, revision]))
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
