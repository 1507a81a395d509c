import type { FastifyError, FastifyInstance } from 'fastify'
import { WireError } from './errors.ts'

/** What a room refuses; the message is for the person. */
type Refusal = new (...given: never[]) => Error & { statusCode: number }

/** What a room refuses is the person's to know. */
export function answerRefusals(app: FastifyInstance, refusal: Refusal): void {
  app.setErrorHandler((error: FastifyError) => {
    throw error instanceof refusal ? new WireError(error.statusCode, error.message) : error
  })
}
