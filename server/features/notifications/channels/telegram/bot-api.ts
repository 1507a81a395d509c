import { type Api, GrammyError, HttpError } from 'grammy'
import { type Channel, DeliveryError } from '../../delivery/channel.ts'
import { LINKS } from '../link-channel.ts'

/** Maximum length of a message in characters, set by the Bot API. */
const TEXT_LIMIT = 4_096

/**
 * Creates the Telegram channel. Messages have no parse_mode, so that markup is displayed literally. The Bot API has no
 * idempotency keys: if this process dies after Telegram accepted a message and before the message is marked as sent,
 * the user receives it twice.
 */
export function telegramChannel(api: Api): Channel {
  return {
    name: 'telegram',
    addresses: LINKS,
    textLimit: TEXT_LIMIT,
    async send(chat, { text }, signal) {
      try {
        // Without this option, Telegram would add a preview of a site named in the message.
        const options = { link_preview_options: { is_disabled: true } }
        await api.sendMessage(chat, text, options, forGrammy(signal))
      } catch (error) {
        throw deliveryErrorOf(error)
      }
    },
  }
}

const SECOND = 1_000
/** Time in ms for which the channel pauses if the Bot API is unreachable or fails. */
const REST_MS = 30 * SECOND

/** Errors of the Bot API that mean that the chat no longer accepts messages. */
const GONE: readonly { code: number; description: RegExp }[] = [
  // The user blocked the bot, deleted the account, or never wrote to this bot.
  { code: 403, description: /./ },
  { code: 400, description: /chat not found|user not found|peer_id_invalid/i },
]

function deliveryErrorOf(error: unknown): DeliveryError {
  const reason = describeError(error)
  if (!(error instanceof GrammyError)) return new DeliveryError(reason, { retryAfterMs: REST_MS })
  const { error_code: status, description, parameters } = error
  const gone = GONE.some((known) => known.code === status && known.description.test(description))
  if (gone || status === 400) return new DeliveryError(reason, { gone, permanent: true })
  return new DeliveryError(reason, { retryAfterMs: (parameters.retry_after ?? 0) * SECOND || REST_MS })
}

/**
 * Describes an error for the log and the outbox. The text never contains request URLs, because they contain the bot's
 * token.
 */
export function describeError(error: unknown): string {
  if (error instanceof GrammyError) return `Telegram: ${error.error_code} ${error.description}`
  if (error instanceof HttpError) return 'Telegram: нет ответа'
  return error instanceof Error ? error.message : String(error)
}

type GrammySignal = NonNullable<Parameters<Api['getMe']>[0]>

/**
 * Casts a signal: grammY's types require the AbortSignal of an older package, but grammY accepts the platform's at run
 * time.
 */
export const forGrammy = (signal: AbortSignal): GrammySignal => signal as unknown as GrammySignal
