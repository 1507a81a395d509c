import { useEffect, useMemo } from 'react'
import { type Decision, decisionId, MAX_DECISIONS } from '../../../contract/decisions/decision.ts'
import { log } from '../../data/log.ts'
import { storedUsername } from '../../data/stored-session.ts'
import { preferences } from '../../lib/preferences.ts'
import { createStore, type ReadableStore, useStore } from '../../lib/store.ts'
import { useSession } from '../../session/useSession.ts'
import { confirmBeforeLeaving } from '../../ui/confirm-before-leaving.ts'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import {
  changeStoredBasket,
  EMPTY_BASKET,
  readStoredBasket,
  removeStoredBasket,
  type StoredBasket,
} from './basket-database.ts'

interface BasketState {
  /** undefined until the decisions are read */
  decisions: readonly Decision[] | undefined
  /** message about a failed read or change; null if the last one succeeded */
  problem: string | null
  /** whether the stored decisions cannot be read */
  isBroken: boolean
  /** decisions before the last change, with which it can be undone; null if nothing can be undone */
  former: readonly Decision[] | null
}

/** Decisions of one user on this device (specification 19.2). */
export type Basket = ReturnType<typeof createBasket>

/** Broadcast channel on which tabs notify each other of changes. */
const CHANNEL = 'decisions'
const NOT_READ = 'Не удалось прочитать решения, сохранённые на этом устройстве: обновите страницу.'
const NOT_STORED =
  'Не удалось сохранить решение на этом устройстве: браузер не даёт места. Ничего не изменилось.'

const baskets = new Map<string, Basket>()

export function basketOf(owner: string): Basket {
  const basket = baskets.get(owner) ?? createBasket(owner)
  baskets.set(owner, basket)
  return basket
}

function createBasket(owner: string) {
  const state = createStore<BasketState>({
    decisions: undefined,
    problem: null,
    isBroken: false,
    former: null,
  })
  const update = (change: Partial<BasketState>) => state.set({ ...state.get(), ...change })
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  let kept: StoredBasket | undefined
  const show = (next: StoredBasket, former: BasketState['former']) => {
    kept = next
    update({ decisions: next.decisions, problem: null, isBroken: false, former })
    preferences.decisionCount.set(next.decisions.length)
  }

  // True once the user has signed out, which deletes the decisions. An operation that began before must not write them
  // again.
  const isGone = () => storedUsername() !== owner
  /** Reads the decisions again, because a logout may have deleted them. */
  const load = async () => {
    if (isGone()) return
    try {
      const now = await readStoredBasket(owner)
      if (isGone()) return
      // A change made in another tab cannot be undone here.
      show(now, now.version === kept?.version ? state.get().former : null)
    } catch (error) {
      kept ??= EMPTY_BASKET
      update({ decisions: kept.decisions, problem: NOT_READ, isBroken: true })
      log(`Decisions not read: ${String(error)}`)
    }
  }
  /** @returns whether the change was stored */
  const change = async (make: (decisions: readonly Decision[]) => readonly Decision[]): Promise<boolean> => {
    if (isGone()) return false
    // Asks before the page is closed while the change is being written; it would be lost.
    const letGo = confirmBeforeLeaving()
    try {
      // Set inside the transaction, because another tab may have changed the decisions that this tab has in memory.
      let former: readonly Decision[] | null = null
      const changed = await changeStoredBasket(owner, kept ?? EMPTY_BASKET, (decisions) => {
        if (isGone()) throw new Error('signed out')
        former = decisions
        return make(decisions)
      })
      if (isGone()) return false
      show(changed, former)
      channel?.postMessage(owner)
      return true
    } catch (error) {
      update({ problem: NOT_STORED, isBroken: false })
      log(`Decisions not kept: ${String(error)}`)
      return false
    } finally {
      letGo()
    }
  }
  channel?.addEventListener('message', ({ data }) => {
    if (data !== owner) return
    update({ former: null })
    void load()
  })
  return {
    state: state as ReadableStore<BasketState>,
    load,
    change,
    /** Deletes all decisions; used if they cannot be read. */
    async clear() {
      await removeStoredBasket().catch((error: unknown) => log(`Decisions not removed: ${String(error)}`))
      await load()
      channel?.postMessage(owner)
    },
    /** Undoes the last change. @returns whether the former decisions were stored */
    async undo() {
      const { former } = state.get()
      if (!former) return false
      const undone = await change(() => former)
      update({ former: null })
      return undone
    },
  }
}

export interface Added {
  added: number
  replaced: number
  /** number of decisions that were not added, because the maximum number was reached */
  left: number
}

export function addedText({ added, replaced, left }: Added): string {
  const parts = [
    (added > 0 || replaced > 0) &&
      `Добавлено: ${countText(added, PRICES)}${replaced > 0 ? `, заменено: ${countText(replaced, PRICES)}` : ''}.`,
    left > 0 && `Не поместилось: ${countText(left, PRICES)}.`,
  ].filter(Boolean)
  return parts.length === 0 ? 'Ничего не добавлено.' : parts.join(' ')
}

/**
 * Adds decisions to a basket.
 * @returns null if the decisions could not be stored
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

/** Adds decisions. A new one on the same price replaces the former one, but not its comment by none. */
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
    else if (byId.size >= MAX_DECISIONS) {
      left += 1
      continue
    } else added += 1
    byId.set(id, old && decision.comment === '' ? { ...decision, comment: old.comment } : decision)
  }
  return { decisions: [...byId.values()], added, replaced, left }
}

/** Returns the signed-in user's basket and its state. */
export function useBasket() {
  const { username } = useSession()
  const basket = useMemo(() => basketOf(username), [username])
  useEffect(() => {
    void basket.load()
  }, [basket])
  return { basket, ...useStore(basket.state) }
}
