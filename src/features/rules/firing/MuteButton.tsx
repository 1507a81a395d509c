import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RULE_CALLS } from '../../../../contract/rules/rule-calls.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { everyRule, rulesQuery } from '../rule-queries.ts'

/** Button that mutes a rule for the person for a week, or ends this. Renders nothing if the rule does not notify them. */
export function MuteButton({ id, name }: { id: number; name: string }) {
  const queries = useQueryClient()
  const rule = useQuery(rulesQuery).data?.rules.find((one) => one.id === id)
  const { busy, problem, run, dismiss } = useAction()
  if (!rule?.notifies_me) return null
  const { muted_until: mutedUntil } = rule
  const isMuted = mutedUntil !== null
  const toggle = () =>
    void run(async () => {
      await call(RULE_CALLS.mute, { id, muted: !isMuted })
      await queries.invalidateQueries(everyRule)
    })
  return (
    <>
      <Button blocked={busy} onClick={toggle}>
        {isMuted ? 'Снова уведомлять' : 'Заглушить на неделю'}
      </Button>
      <span className="rule-muted-note" role="status">
        {isMuted && `«${name}» молчит для вас до ${formatMoment(mutedUntil)}`}
      </span>
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
    </>
  )
}
