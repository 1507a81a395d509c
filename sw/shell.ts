import { isAppRoute } from '../contract/paths.ts'
import { PAGE, SHARED_FILES, SHELL_ROOT_FILES } from '../contract/worker/shell-files.ts'
import type { WaitUntil } from './deps.ts'
import { withLastScreen } from './last-screen.ts'
import { receiveShare } from './share.ts'

/** File of this build; files with a hash in their name have no revision. */
interface ShellFile {
  url: string
  revision: string | null
}

const PREFIX = 'shell '
/** Plain text in place of the page, without the app's files and without a network. */
const EMPTIED = 'Подключитесь к сети и обновите страницу.'

/** Dependencies and files of one build's shell. */
export interface Shell {
  /** origin of the app */
  origin: string
  /** URL of this build's list of files, with its hash, read by the installation only; '' stores nothing */
  list: string
  caches: CacheStorage
  fetch(request: Request): Promise<Response>
  now(): number
}

/** Installs all files or none, so that a build with a missing file is never activated. */
export async function installShell(shell: Shell): Promise<void> {
  if (shell.list === '') return
  const listed = await fetchFile(shell, shell.list)
  const files: ShellFile[] = await listed.json()
  const name = (await ownCacheName(shell)) ?? `${PREFIX}${shell.now()} ${shell.list}`
  const cache = await shell.caches.open(name)
  try {
    await Promise.all(files.map((file) => add(shell, cache, file)))
  } catch (error) {
    await shell.caches.delete(name)
    throw error
  }
}

/** Deletes all earlier builds except the latest one, whose open tabs need its files until they are reloaded. */
export async function dropOldShells(shell: Shell): Promise<void> {
  const { caches } = shell
  const others = (await shellNames(caches)).filter((name) => !isOwn(shell, name))
  await Promise.all(others.slice(1).map((name) => caches.delete(name)))
}

/** Answers with pages and files of the app, and takes shared files; undefined for anything else. */
export function answerFromShell(
  shell: Shell,
  request: Request,
  waitUntil: WaitUntil,
): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname === SHARED_FILES) return receiveShare(shell.caches, request)
  if (request.method !== 'GET' || origin !== shell.origin) return undefined
  if (request.mode === 'navigate') return isAppRoute(pathname) ? page(shell, request, waitUntil) : undefined
  if (pathname.startsWith('/assets/') || SHELL_ROOT_FILES.includes(pathname.slice(1))) {
    return file(shell, request)
  }
  return undefined
}

async function page(shell: Shell, request: Request, waitUntil: WaitUntil): Promise<Response> {
  const cacheName = await ownCacheName(shell)
  const kept = cacheName && (await shell.caches.match(PAGE, { cacheName }))
  if (kept) return withLastScreen(kept, new URL(request.url))
  // The browser or a cleaner has emptied the storage. A build that the server no longer has is replaced by an update.
  waitUntil(installShell(shell).catch(() => undefined))
  return shell.fetch(request).catch(() => new Response(EMPTIED))
}

async function file(shell: Shell, request: Request): Promise<Response> {
  const names = await shellNames(shell.caches)
  for (const cacheName of [...names.filter((name) => isOwn(shell, name)), ...names]) {
    const kept = await shell.caches.match(request, { cacheName, ignoreVary: true, ignoreSearch: true })
    if (kept) return kept
  }
  return shell.fetch(request)
}

async function add(shell: Shell, cache: Cache, { url, revision }: ShellFile): Promise<void> {
  const kept = revision === null ? await shell.caches.match(url, { ignoreVary: true }) : undefined
  await cache.put(url, plain(kept ?? (await fetchFile(shell, url))))
}

/** Fetches a file. @throws Error if the server refuses it */
async function fetchFile(shell: Shell, url: string): Promise<Response> {
  const request = new Request(new URL(url, shell.origin), { cache: 'reload' })
  const response = await shell.fetch(request)
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`)
  return response
}

/** Returns a redirected response without its `redirected` flag, because browsers reject it for navigations. */
function plain(response: Response): Response {
  return response.redirected ? new Response(response.body, response) : response
}

/** Returns the names of the shells, newest first. */
async function shellNames(caches: CacheStorage): Promise<string[]> {
  // The times have equally many digits.
  return (await caches.keys())
    .filter((name) => name.startsWith(PREFIX))
    .sort()
    .reverse()
}

async function ownCacheName(shell: Shell): Promise<string | undefined> {
  return (await shellNames(shell.caches)).find((name) => isOwn(shell, name))
}

const isOwn = ({ list }: Shell, cacheName: string): boolean => cacheName.endsWith(` ${list}`)
