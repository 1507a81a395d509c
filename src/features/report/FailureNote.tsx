import { HttpError, isGatewayError, messageField } from '../../data/errors.ts'
import { GatewayNote } from '../../ui/SavedNote.tsx'

/**
 * Reason why a table failed that is displayed as one without data (specification 6.6): the status of a gateway, or the
 * server's own text about its error, which ends with a code for the operator.
 */
export function FailureNote({ error }: { error: Error }) {
  if (isGatewayError(error)) return <GatewayNote status={error.status} />
  const isFault = error instanceof HttpError && error.status === 500
  const text = isFault ? messageField(error.body) : null
  return text && <p>{text}</p>
}
