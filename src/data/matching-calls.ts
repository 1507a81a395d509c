import { queryOptions } from '@tanstack/react-query'
import { CoverageAnswer, DecisionAnswer, type PairDecisionBody } from '../../contract/matching/matching.ts'
import { MATCHING_PATHS } from '../../contract/paths.ts'
import { failureText, getFromCompanion, postToCompanion } from './companion-calls.ts'
import { HttpError } from './errors.ts'

/** Requests about matching that several rooms send (specification 21.8). They throw errors of postToCompanion. */

/** Query for how far the sites' listings are matched. Enable it only if the server offers 'matching'. */
export const coverageQuery = queryOptions({
  queryKey: ['matching', 'coverage'],
  queryFn: ({ signal }) => getFromCompanion(CoverageAnswer, MATCHING_PATHS.coverage, signal),
})

/** @returns id of the decision */
export const sendDecision = async (body: PairDecisionBody): Promise<number> =>
  (await postToCompanion(DecisionAnswer, MATCHING_PATHS.decisions, body)).id

/** @returns id of the undone decision */
export const undoDecision = async (id: number): Promise<number> =>
  (await postToCompanion(DecisionAnswer, `${MATCHING_PATHS.decisions}/${id}/undo`)).id

/**
 * Returns whether a decision was refused because the tyre has another listing of the site, which takes a confirmation.
 * Only the message's text shows that.
 */
export const needsConfirmation = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 409 && failureText(error).startsWith('На этой шине уже есть')
