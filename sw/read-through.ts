import { isGatewayStatus } from '../contract/gateway.ts'
import { type SavedCall, savedCallOf } from '../contract/worker/kinds.ts'
import { withQueued } from '../contract/worker/queued-changes.ts'
import { requestKey } from '../contract/worker/request-key.ts'
import {
  GATEWAY_HEADER,
  OFFLINE_MISS_HEADER,
  OFFLINE_MISS_STATUS,
  SAVED_AT_HEADER,
  type SavedKind,
} from '../contract/worker/saved.ts'
import type { WaitUntil, WorkerDeps } from './deps.ts'
import { sendQueued } from './outbox.ts'
import { bearerOf } from './owner.ts'
import { goodBody } from './readable.ts'
import type { Answer, Saved } from './store.ts'

/** Time limit in ms for the network if there is a saved copy. */
const DEADLINE_MS = 4_000
/** Time limit in ms if there is no copy, or if the page has requested the server's own answer. */
const LAST_DEADLINE_MS = 60_000

interface Question extends SavedCall {
  request: Request
  key: string
  token: string | null
  /** route of the app's page that made the request */
  route: string
}

/**
 * Returns the intercepted call of a request.
 * @returns undefined for requests that are not intercepted
 */
export function requestOf(request: Request): Question | undefined {
  const { pathname, searchParams } = new URL(request.url)
  const call = savedCallOf(request.method, pathname)
  // Requests with 'no-store' only probe the server: their answers are not saved, because nobody views them.
  if (!call || request.cache === 'no-store') return undefined
  const key = requestKey(request.method, pathname, searchParams)
  return { ...call, request, key, token: bearerOf(request.headers), route: routeOf(request.referrer) }
}

/** Returns the path of a referrer if it is a URL; '' if it is 'about:client' or empty. */
const routeOf = (referrer: string): string => (/^https?:/.test(referrer) ? new URL(referrer).pathname : '')

/** Question with the means to answer it. */
interface Asked extends Question {
  deps: WorkerDeps
  waitUntil: WaitUntil
}

/** Strategy of each kind: whether the network or the store comes first (specification 8.3). */
const ANSWER: Readonly<Record<SavedKind, (asked: Asked) => Promise<Response>>> = {
  page: networkFirst,
  filters: savedFirst,
  'vehicle-types': savedFirst,
  companion: savedFirst,
  card: networkFirst,
  notifications: notificationsFirst,
}

export function readThrough(deps: WorkerDeps, question: Question, waitUntil: WaitUntil): Promise<Response> {
  const asked = { ...question, deps, waitUntil }
  // The page was notified that the copy is now up to date, and requests only the copy.
  return question.request.cache === 'only-if-cached' ? savedOrMiss(asked) : ANSWER[question.kind](asked)
}

async function networkFirst(asked: Asked): Promise<Response> {
  const { deps } = asked
  let gaveUp = false
  const network = askNetwork(asked, () => gaveUp)
  const late = Symbol('late')
  const deadline = wantsNetwork(asked) ? LAST_DEADLINE_MS : DEADLINE_MS
  const first = await Promise.race([network, deps.wait(deadline).then(() => late)])
  const answered = first instanceof Response
  if (answered && !isGatewayStatus(first.status)) return first
  const saved = await read(asked)
  if (saved) {
    gaveUp = true
    return savedResponse(asked, saved, answered ? first.status : undefined)
  }
  if (answered) return first
  const last = first === late && (await Promise.race([network, deps.wait(LAST_DEADLINE_MS - deadline)]))
  gaveUp = !last
  return last || missResponse()
}

async function savedFirst(asked: Asked): Promise<Response> {
  const saved = wantsNetwork(asked) ? undefined : await read(asked)
  if (!saved) return networkFirst(asked)
  void askNetwork(asked, () => true)
  return savedResponse(asked, saved)
}

/**
 * Returns whether the page requests the server's own answer, because it was notified that this differs in kind from the
 * copy.
 */
const wantsNetwork = ({ request }: Question): boolean => request.cache === 'reload'

/** Sends queued actions before the request, because the list would not contain their effects otherwise. */
async function notificationsFirst(asked: Asked): Promise<Response> {
  const { deps, waitUntil } = asked
  const sending = sendQueued(deps)
  waitUntil(sending)
  await Promise.race([sending, deps.wait(DEADLINE_MS)])
  const response = await networkFirst(asked)
  if (!response.ok || response.headers.has(SAVED_AT_HEADER)) return response
  const actions = await queuedActions(deps)
  if (actions.length === 0) return response
  return new Response(withQueued(await response.text(), actions), { headers: response.headers })
}

/**
 * Fetches the server's answer, and saves it if it is readable.
 * @param gaveUp returns whether the page received the saved copy instead; an event then notifies the page of the
 * outcome
 * @returns undefined if there was no answer
 */
function askNetwork(asked: Asked, gaveUp: () => boolean): Promise<Response | undefined> {
  const { deps, waitUntil, request } = asked
  const answer = deps.fetch(request.clone() as Request).catch(() => undefined)
  // waitUntil is called at once, because the browser does not allow extending the event later.
  waitUntil(answer.then((response) => response && keep(asked, response.clone(), gaveUp)))
  return answer
}

async function keep(asked: Asked, response: Response, gaveUp: () => boolean): Promise<void> {
  const { deps, key: request, kind, token, route } = asked
  if (token === null) return
  try {
    const good = await goodBody(asked, response)
    if (!good) {
      const isWord = !isGatewayStatus(response.status) && !wantsNetwork(asked)
      if (isWord && gaveUp()) await deps.tell({ type: 'answer-failed', request })
      return
    }
    const contentType = response.headers.get('content-type') ?? 'application/json'
    const kept = await saveWithRoom(deps, { token, request, kind, route, contentType, ...good })
    if (kept && gaveUp()) await deps.tell({ type: 'answer-arrived', request })
    if (kept) await deps.tell({ type: 'saved-changed' })
  } catch (error) {
    deps.log(`not kept: ${error}`)
  }
}

async function saveWithRoom(deps: WorkerDeps, answer: Answer): Promise<boolean> {
  try {
    return await deps.store.save(answer, deps.now())
  } catch (error) {
    if (!isQuotaError(error)) throw error
    await deps.store.removeOlderHalf()
  }
  try {
    return await deps.store.save(answer, deps.now())
  } catch (error) {
    if (isQuotaError(error)) await deps.tell({ type: 'store-problem', problem: 'quota' })
    throw error
  }
}

const isQuotaError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

async function savedOrMiss(asked: Asked): Promise<Response> {
  const saved = await read(asked)
  return saved ? savedResponse(asked, saved) : missResponse()
}

/** Reads the saved copy; undefined if the store fails, which must not break the page. */
async function read({ deps, token, key }: Asked): Promise<Saved | undefined> {
  try {
    return await deps.store.read(token, key, deps.now())
  } catch (error) {
    deps.log(`nothing read: ${error}`)
    return undefined
  }
}

/**
 * Builds the response from a saved copy.
 * @param gateway status of the gateway that answered instead of the server
 */
async function savedResponse(
  { deps, kind }: Asked,
  { entry, body }: Saved,
  gateway?: number,
): Promise<Response> {
  const headers = new Headers({
    'content-type': body.contentType,
    [SAVED_AT_HEADER]: new Date(entry.savedAt).toISOString(),
  })
  if (gateway !== undefined) headers.set(GATEWAY_HEADER, String(gateway))
  const actions = kind === 'notifications' ? await queuedActions(deps) : []
  if (actions.length === 0) return new Response(body.body, { headers })
  return new Response(withQueued(new TextDecoder().decode(body.body), actions), { headers })
}

async function queuedActions(deps: WorkerDeps) {
  const queued = await deps.store.queued().catch(() => [])
  return queued.map(({ action }) => action)
}

function missResponse(): Response {
  return new Response(null, { status: OFFLINE_MISS_STATUS, headers: { [OFFLINE_MISS_HEADER]: '1' } })
}
