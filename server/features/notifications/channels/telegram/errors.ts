import { GrammyError, HttpError } from 'grammy'
import { DeliveryError } from '../../delivery/channel.ts'

const SECOND = 1_000
/** How long the channel pauses if the Bot API is unreachable or failing. */
const REST_MS = 30 * SECOND

/** Bot API errors meaning that the chat no longer accepts our messages. */
const GONE: readonly { code: number; description: RegExp }[] = [
  // Blocked bot, deleted account, or a person who never wrote to this bot.
  { code: 403, description: /./ },
  { code: 400, description: /chat not found|user not found|peer_id_invalid/i },
]

export function deliveryErrorOf(error: unknown): DeliveryError {
  const reason = describeError(error)
  if (!(error instanceof GrammyError)) return new DeliveryError(reason, { retryAfterMs: REST_MS })
  const { error_code: status, description, parameters } = error
  const gone = GONE.some((known) => known.code === status && known.description.test(description))
  if (gone || status === 400) return new DeliveryError(reason, { gone, permanent: true })
  return new DeliveryError(reason, { retryAfterMs: (parameters.retry_after ?? 0) * SECOND || REST_MS })
}

/** For the log and the outbox: leaves out request URLs, which contain the bot's token. */
export function describeError(error: unknown): string {
  if (error instanceof GrammyError) return `Telegram: ${error.error_code} ${error.description}`
  if (error instanceof HttpError) return 'Telegram: нет ответа'
  return error instanceof Error ? error.message : String(error)
}
