import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { TOTALS_CALLS } from '../../../contract/totals/totals-calls.ts'
import { failureText } from '../../data/companion-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { totalsMailQuery } from './totals-queries.ts'

/** Switch of the weekly mail (specification 27.5). */
export function TotalsMail() {
  const { data, error, refetch } = useQuery(totalsMailQuery)
  const queries = useQueryClient()
  const { busy, problem, dismiss, run } = useAction()
  const flip = (on: boolean) =>
    void run(async () => {
      const answer = await call(TOTALS_CALLS.switchMail, { on })
      queries.setQueryData(totalsMailQuery.queryKey, answer)
    })
  return (
    <div className="totals-mail">
      <label>
        <input
          type="checkbox"
          checked={data?.on ?? false}
          disabled={!data || (!data.on && data.obstacle !== null)}
          aria-busy={busy}
          onChange={({ target }) => flip(target.checked)}
        />
        Присылать на почту по понедельникам
      </label>
      <span className="text-13 text-muted">
        {data && MAIL_WORDS[data.obstacle ?? (data.on ? 'on' : 'off')]}
        {data?.obstacle === 'address' && (
          <>
            {' '}
            <Link to={ROUTES.account}>Подключить почту</Link>
          </>
        )}
      </span>
      {error && (
        <Alert
          tone="info"
          action={
            <Button variant="quiet" onClick={() => void refetch()}>
              Повторить
            </Button>
          }
        >
          Письма по понедельникам: {failureText(error)}
        </Alert>
      )}
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
    </div>
  )
}

const MAIL_WORDS = {
  on: 'В 8:30 по Москве, за прошлую неделю, с файлом Excel.',
  off: 'В 8:30 по Москве, за прошлую неделю, с файлом Excel.',
  server: 'Почта не настроена на сервере: обратитесь к администратору.',
  address: 'Ваша почта не подключена.',
} as const
