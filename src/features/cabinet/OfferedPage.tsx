import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { CompanionFeature } from '../../../contract/companion.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { Loading } from '../../ui/Loading.tsx'
import { LoadProblem } from './LoadProblem.tsx'

/** Page that exists only if the server offers its feature to this user (specification 11.1). */
export function OfferedPage({ offer, children }: { offer: CompanionFeature; children: ReactNode }) {
  const { data, error, refetch } = useQuery(companionQuery)
  if (data) return data.offers.includes(offer) ? children : <Navigate to={ROUTES.account} replace />
  return error ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <Loading />
}
