import type { FastifyError, FastifyInstance } from 'fastify'
import { WireError } from './errors.ts'

/** Error class of a feature's refusals. The message is displayed to the user. */
type Refusal = new (...given: never[]) => Error & { statusCode: number }

/** Answers a feature's refusals with their status and message. */
export function answerRefusals(app: FastifyInstance, refusal: Refusal): void {
  app.setErrorHandler((error: FastifyError) => {
    throw error instanceof refusal ? new WireError(error.statusCode, error.message) : error
  })
}
