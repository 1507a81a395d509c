import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import { failureText } from '../../data/companion-calls.ts'
import { NOTIFICATIONS_KEY } from '../../data/notification-key.ts'
import { call } from '../../data/send-call.ts'

const MUTE_KEY = ['mute-notified-rule'] as const

interface RuleMute {
  /** id of the firing that a notification reports; null for the rule of price changes that everybody has */
  firing: number | null
  muted: boolean
}

export interface RuleMutes {
  /** firings whose rules are being muted or allowed again */
  busy: ReadonlySet<number | null>
  /** outcome of the last change; '' before the first */
  outcome: string
  change(mute: RuleMute): void
}

/** Returns a function that mutes the rule of a notification for a week, or ends the mute (specification 25.8). */
export function useRuleMutes(): RuleMutes {
  const client = useQueryClient()
  const { mutate, data, error } = useMutation({
    mutationKey: MUTE_KEY,
    networkMode: 'always',
    mutationFn: async ({ firing, muted }: RuleMute) => {
      await (firing === null
        ? call(RULE_CALLS.setFixed, { messages: muted ? 'muted' : 'once' })
        : call(RULE_CALLS.muteFiring, { id: firing, muted }))
      return muted ? 'Правило заглушено на неделю.' : 'Уведомления правила снова приходят.'
    },
    // The change ends with the list that displays it: other notifications of the rule change, too.
    onSuccess: () => client.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }),
  })
  const firings = useMutationState({
    filters: { mutationKey: MUTE_KEY, status: 'pending' },
    select: (mutation) => (mutation.state.variables as RuleMute).firing,
  })
  const busy = useMemo(() => new Set(firings), [firings])
  return { busy, outcome: error ? failureText(error) : (data ?? ''), change: mutate }
}
