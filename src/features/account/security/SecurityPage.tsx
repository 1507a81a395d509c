import { useQuery } from '@tanstack/react-query'
import { SECURITY_CALLS } from '../../../../contract/account/security-calls.ts'
import { call } from '../../../data/send-call.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { OfferedPage } from '../../cabinet/OfferedPage.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import './security.css'

/** Page for the password, the sessions and the second factor (specification 11.2, 11.5 and 11.7). */
export function SecurityPage() {
  useDocumentTitle('Безопасность')
  return (
    <section className="cabinet-page" aria-labelledby="security-heading">
      <h1 id="security-heading">Безопасность</h1>
      <OfferedPage offer="security">
        <SecurityContent />
      </OfferedPage>
    </section>
  )
}

function SecurityContent() {
  const { data, error, refetch } = useQuery({
    queryKey: ['security'],
    queryFn: ({ signal }) => call(SECURITY_CALLS.page, {}, signal),
  })
  return (
    <>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <PasswordSection changedAt={data.password_changed_at} onChanged={refetch} />
          <SecondFactorSection secondFactor={data.second_factor} onChanged={refetch} />
          <SessionsSection sessions={data.sessions} onChanged={refetch} />
        </>
      )}
    </>
  )
}
