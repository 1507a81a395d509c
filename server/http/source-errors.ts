import type { FastifyError, FastifyInstance } from 'fastify'
import { SourceRefusal } from '../sources/refusal.ts'
import { WireError } from './errors.ts'

/** What sources refuse is the person's to know. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError) => {
    throw error instanceof SourceRefusal ? new WireError(error.statusCode, error.message) : error
  })
}
