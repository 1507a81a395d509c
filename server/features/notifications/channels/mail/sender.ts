import { createTransport, type NodemailerError } from 'nodemailer'
import { DeliveryError } from '../../delivery/channel.ts'

interface Mail {
  to: string
  subject: string
  text: string
  /** identifies a repeated mail; random by default */
  messageId?: string
}

/**
 * Sends a mail.
 * @throws DeliveryError
 */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>

export interface MailSender {
  send: SendMail
  /** Closes the connections to the mail server after the mail in progress. */
  close(): void
}

/** Timeouts of the steps of an SMTP conversation in ms; the caller's signal limits the whole. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}
/** Pause of the channel in ms if the mail server is unreachable or refuses this server. */
const REST_MS = 30_000

/**
 * Connections are reused: an import sends a mail to each person, and authenticating to the mail server takes longer
 * than sending one.
 */
const POOL = {
  pool: true,
  // One for notifications, which are sent one by one, and one for confirmation mails.
  maxConnections: 2,
  // Shorter than the idle timeouts of mail servers, which could strike while a mail is being sent.
  idleTimeout: 20_000,
  // The outbox does the retries, with its own pauses and count of attempts.
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
          // As an object it is a single recipient, whatever the text.
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

/** Error codes about this recipient or message alone; any other concerns the server. */
const ABOUT_THE_MESSAGE = ['EENVELOPE', 'EMESSAGE']

function refusal(error: NodemailerError): DeliveryError {
  const { code = '', command = '', permanent = false, message } = error
  const ofMessage = ABOUT_THE_MESSAGE.includes(code) && command !== 'MAIL FROM'
  return new DeliveryError(message, ofMessage ? { permanent } : { retryAfterMs: REST_MS })
}
