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

/** Returns the intercepted call of a request; undefined for requests that are not intercepted */
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

/** Kinds of which the network comes before the store (specification 8.3). */
const NETWORK_FIRST: ReadonlySet<SavedKind> = new Set(['page', 'card'])

/** Answers a question from the network or the store, in the order that its kind and the page's request demand. */
export function readThrough(deps: WorkerDeps, question: Question, waitUntil: WaitUntil): Promise<Response> {
  const { request, key, kind, token, route } = question
  // The page was notified that the server's own answer differs in kind from the copy.
  const wantsNetwork = request.cache === 'reload'

  /** Reads the saved copy; undefined if the store fails, which must not break the page. */
  const read = async (): Promise<Saved | undefined> => {
    try {
      return await deps.store.read(token, key, deps.now())
    } catch (error) {
      deps.log(`nothing read: ${error}`)
      return undefined
    }
  }

  /** Saves an answer if it is readable. @param gaveUp see askNetwork */
  const keep = async (response: Response, gaveUp: () => boolean): Promise<void> => {
    if (token === null) return
    try {
      const good = await goodBody(question, response)
      if (!good) {
        const isWord = !isGatewayStatus(response.status) && !wantsNetwork
        if (isWord && gaveUp()) await deps.tell({ type: 'answer-failed', request: key })
        return
      }
      const contentType = response.headers.get('content-type') ?? 'application/json'
      const kept = await saveWithRoom(deps, { token, request: key, kind, route, contentType, ...good })
      if (kept && gaveUp()) await deps.tell({ type: 'answer-arrived', request: key })
      if (kept) await deps.tell({ type: 'saved-changed' })
    } catch (error) {
      deps.log(`not kept: ${error}`)
    }
  }

  /**
   * Fetches the server's answer, and saves it.
   * @param gaveUp returns whether the page received the saved copy instead; an event then notifies the page of the
   * outcome
   * @returns undefined if there was no answer
   */
  const askNetwork = (gaveUp: () => boolean): Promise<Response | undefined> => {
    const answer = deps.fetch(request.clone() as Request).catch(() => undefined)
    // waitUntil is called at once, because the browser does not allow extending the event later.
    waitUntil(answer.then((response) => response && keep(response.clone(), gaveUp)))
    return answer
  }

  const networkFirst = async (): Promise<Response> => {
    let gaveUp = false
    const network = askNetwork(() => gaveUp)
    const late = Symbol('late')
    const deadline = wantsNetwork ? LAST_DEADLINE_MS : DEADLINE_MS
    const first = await Promise.race([network, deps.wait(deadline).then(() => late)])
    const answered = first instanceof Response
    if (answered && !isGatewayStatus(first.status)) return first
    const saved = await read()
    if (saved) {
      gaveUp = true
      return savedResponse(deps, kind, saved, answered ? first.status : undefined)
    }
    if (answered) return first
    const last = first === late && (await Promise.race([network, deps.wait(LAST_DEADLINE_MS - deadline)]))
    gaveUp = !last
    return last || missResponse()
  }

  const savedFirst = async (): Promise<Response> => {
    const saved = wantsNetwork ? undefined : await read()
    if (!saved) return networkFirst()
    void askNetwork(() => true)
    return savedResponse(deps, kind, saved)
  }

  // The page was notified that the copy is now up to date, and requests only the copy.
  const savedOrMiss = async (): Promise<Response> => {
    const saved = await read()
    return saved ? savedResponse(deps, kind, saved) : missResponse()
  }

  /** Sends queued actions before the request, because the list would not contain their effects otherwise. */
  const notificationsFirst = async (): Promise<Response> => {
    const sending = sendQueued(deps)
    waitUntil(sending)
    await Promise.race([sending, deps.wait(DEADLINE_MS)])
    const response = await networkFirst()
    if (!response.ok || response.headers.has(SAVED_AT_HEADER)) return response
    const actions = await queuedActions(deps)
    if (actions.length === 0) return response
    return new Response(withQueued(await response.text(), actions), { headers: response.headers })
  }

  if (request.cache === 'only-if-cached') return savedOrMiss()
  if (kind === 'notifications') return notificationsFirst()
  return NETWORK_FIRST.has(kind) ? networkFirst() : savedFirst()
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

/** Builds the response from a saved copy. @param gateway status of the gateway that answered instead of the server */
async function savedResponse(
  deps: WorkerDeps,
  kind: SavedKind,
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
