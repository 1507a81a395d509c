import { type Decision, decisionId, MOST_DECISIONS } from '../../../contract/decisions/decision.ts'
import { log } from '../../data/log.ts'
import { storeDecidedCount, storedUsername } from '../../data/stored-session.ts'
import { createListeners } from '../../lib/listeners.ts'
import { askBeforeLeaving } from '../../ui/ask-before-leaving.ts'
import { changeKept, type Kept, NOTHING_KEPT, readKept, removeKept } from './basket-database.ts'

/** Decided prices of one person on this device (specification 19.2). */
export interface Basket {
  /** decisions; undefined until they are read */
  read(): readonly Decision[] | undefined
  /** reason why the last read or change failed, as text for the person; null after success */
  problem(): string | null
  subscribe(listener: () => void): () => void
  /** reads the decisions again: a logout may have deleted them */
  load(): Promise<void>
  /** @returns whether the change was stored */
  change(make: (decisions: readonly Decision[]) => readonly Decision[]): Promise<boolean>
  /** deletes everything, for a store that cannot be read */
  clear(): Promise<void>
  /** whether the stored decisions cannot be read */
  isBroken(): boolean
  /** undoes the last change; null if there is none to undo */
  undo(): (() => Promise<boolean>) | null
}

/** Channel that notifies the other tabs. */
const CHANNEL = 'decisions'
const NOT_READ = 'Не удалось прочитать решения, сохранённые на этом устройстве: обновите страницу.'
const NOT_KEPT =
  'Не удалось сохранить решение на этом устройстве: браузер не даёт места. Ничего не изменилось.'

const baskets = new Map<string, Basket>()

export function basketOf(owner: string): Basket {
  const basket = baskets.get(owner) ?? createBasket(owner)
  baskets.set(owner, basket)
  return basket
}

function createBasket(owner: string): Basket {
  const { add, tell } = createListeners()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  let kept: Kept | undefined
  let problem: string | null = null
  let before: readonly Decision[] | null = null

  // After a logout has deleted the decisions, an operation that began before it must not write them again.
  const isGone = () => storedUsername() !== owner
  const load = async () => {
    if (isGone()) return
    try {
      const now = await readKept(owner)
      if (isGone()) return
      // Another tab has changed or deleted the decisions, so the last change can no longer be undone.
      if (now.version !== kept?.version) before = null
      kept = now
      problem = null
      storeDecidedCount(kept.decisions.length)
    } catch (error) {
      kept ??= NOTHING_KEPT
      problem = NOT_READ
      log(`Decisions not read: ${String(error)}`)
    }
    tell()
  }
  const change: Basket['change'] = async (make) => {
    if (isGone()) return false
    // Asks before leaving, because closing the page would lose an unfinished write.
    const letGo = askBeforeLeaving()
    try {
      // State as the change finds it: an earlier change may still be running.
      let former: readonly Decision[] | null = null
      const changed = await changeKept(owner, kept ?? NOTHING_KEPT, (decisions) => {
        if (isGone()) throw new Error('signed out')
        former = decisions
        return make(decisions)
      })
      if (isGone()) return false
      kept = changed
      before = former
      problem = null
      storeDecidedCount(kept.decisions.length)
      channel?.postMessage(owner)
    } catch (error) {
      problem = NOT_KEPT
      log(`Decisions not kept: ${String(error)}`)
    } finally {
      letGo()
    }
    tell()
    return problem === null
  }
  channel?.addEventListener('message', ({ data }) => {
    if (data !== owner) return
    before = null
    void load()
  })
  return {
    read: () => kept?.decisions,
    problem: () => problem,
    subscribe: add,
    load,
    change,
    isBroken: () => problem === NOT_READ,
    async clear() {
      await removeKept().catch((error: unknown) => log(`Decisions not removed: ${String(error)}`))
      await load()
      channel?.postMessage(owner)
    },
    undo() {
      const former = before
      return (
        former &&
        (async () => {
          const undone = await change(() => former)
          before = null
          tell()
          return undone
        })
      )
    },
  }
}

/** Result of adding decisions. */
export interface Added {
  added: number
  replaced: number
  /** decisions that exceeded the limit */
  left: number
}

/**
 * Adds decisions to a basket.
 * @returns null if they could not be stored
 */
export async function addTo(basket: Basket, decisions: readonly Decision[]): Promise<Added | null> {
  let counts: Added = { added: 0, replaced: 0, left: 0 }
  const isKept =
    decisions.length === 0 ||
    (await basket.change((former) => {
      const { decisions: next, ...added } = withAdded(former, decisions)
      counts = added
      return next
    }))
  return isKept ? counts : null
}

/** Adds decisions; a decision on the same price replaces the former one. */
function withAdded(
  former: readonly Decision[],
  decisions: readonly Decision[],
): Added & { decisions: Decision[] } {
  const byId = new Map(former.map((decision) => [decisionId(decision), decision]))
  let [added, replaced, left] = [0, 0, 0]
  for (const decision of decisions) {
    const id = decisionId(decision)
    const old = byId.get(id)
    if (old) replaced += 1
    else if (byId.size >= MOST_DECISIONS) {
      left += 1
      continue
    } else added += 1
    byId.set(id, old && decision.comment === '' ? { ...decision, comment: old.comment } : decision)
  }
  return { decisions: [...byId.values()], added, replaced, left }
}
