import type { FastifyError, FastifyInstance } from 'fastify'
import { WireError } from './errors.ts'

/** Refusal class of a room; its message is for the person. */
type Refusal = new (...given: never[]) => Error & { statusCode: number }

/** Answers a room's refusals with their messages. */
export function answerRefusals(app: FastifyInstance, refusal: Refusal): void {
  app.setErrorHandler((error: FastifyError) => {
    throw error instanceof refusal ? new WireError(error.statusCode, error.message) : error
  })
}
