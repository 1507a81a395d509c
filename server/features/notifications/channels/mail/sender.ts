import { createTransport, type NodemailerError } from 'nodemailer'
import { DeliveryError } from '../../delivery/channel.ts'

interface Mail {
  to: string
  subject: string
  text: string
  /** Message-ID; the same for each attempt to send the mail, random by default */
  messageId?: string
}

/**
 * Sends a mail.
 * @throws DeliveryError
 */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>

export interface MailSender {
  send: SendMail
  /** closes the connections to the mail server after the current mail */
  close(): void
}

/** Timeouts of the steps of an SMTP session in ms; the caller's signal limits the total time. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}
/** Time in ms for which the channel pauses if the mail server is unreachable or refuses this server. */
const REST_MS = 30_000

/** Connection pool: an import sends a mail to every user, and authenticating takes longer than sending a mail. */
const POOL = {
  pool: true,
  // One connection for notifications, which are sent one by one, and one for confirmation mails.
  maxConnections: 2,
  // Shorter than the idle timeouts of mail servers, which could otherwise close a connection while a mail is being
  // sent.
  idleTimeout: 20_000,
  // The outbox retries failed messages, with its own intervals and maximum.
  maxRequeues: 0,
} as const

export function createMailSender(smtpUrl: string, from: string): MailSender {
  const transport = createTransport(
    { url: smtpUrl, ...POOL, ...TIMEOUTS },
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    async send({ to, ...mail }, signal) {
      try {
        await transport.sendMail({
          ...mail,
          // An object is always a single recipient; a text could be parsed as several.
          to: { name: '', address: to },
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        })
      } catch (error) {
        throw refusal(error as NodemailerError)
      }
    },
    close: () => transport.close(),
  }
}

/** Error codes that concern only this recipient or message; all others concern the mail server. */
const ABOUT_THE_MESSAGE = ['EENVELOPE', 'EMESSAGE']

function refusal(error: NodemailerError): DeliveryError {
  const { code = '', command = '', permanent = false, message } = error
  const ofMessage = ABOUT_THE_MESSAGE.includes(code) && command !== 'MAIL FROM'
  return new DeliveryError(message, ofMessage ? { permanent } : { retryAfterMs: REST_MS })
}
