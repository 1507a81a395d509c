import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../../data/companion-calls.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { LoadProblem } from './LoadProblem.tsx'

interface QueryStateProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** text while nothing has loaded */
  loading?: string
  /** beginning of the sentence about a failure, on pages that display only that of the first request */
  failed?: string
  /** renders the data */
  children(data: Data): ReactNode
}

/** Data of a query, or that it is loading, or why it failed with a button to retry. */
export function QueryState<Data>({ query, loading, failed, children }: QueryStateProps<Data>) {
  const { data, error, refetch } = query
  const retry = () => void refetch()
  return (
    <>
      {error && failed === undefined && <LoadProblem error={error} onRetry={retry} />}
      {error && data === undefined && failed !== undefined && (
        <NotLoaded error={error} words={failed} onRetry={retry} />
      )}
      {data === undefined ? !error && <Loading text={loading} /> : children(data)}
    </>
  )
}

interface NotLoadedProps {
  error: Error
  /** what could not be loaded, as the beginning of a sentence; '' to say only why */
  words: string
  onRetry(): void
}

/** Reason why something could not be loaded, with a button to try again. */
export function NotLoaded({ error, words, onRetry }: NotLoadedProps) {
  return (
    <Alert action={<Button onClick={onRetry}>Повторить</Button>}>
      {words}
      {failureText(error)}
    </Alert>
  )
}
