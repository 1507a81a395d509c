import { createTransport, type NodemailerError } from 'nodemailer'
import { DeliveryError } from '../../delivery/channel.ts'

interface Mail {
  to: string
  subject: string
  text: string
  /** makes a repeat recognisable; random where there is none */
  messageId?: string
}

/** @throws DeliveryError */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>

export interface MailSender {
  send: SendMail
  /** Ends the connections to the mail server; a mail under way goes out first. */
  close(): void
}

/** Waits within one conversation with the mail server; the whole of it ends with the caller's signal. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}
/** While the mail server cannot be reached or refuses us ourselves, nobody's mail is tried. */
const REST_MS = 30_000

/**
 * A connection serves many mails: a day's notifications are one for each person, and signing in to the mail server takes
 * longer than a mail.
 */
const POOL = {
  pool: true,
  // One for the notifications, which go out one by one, and one for whoever is just linking an address.
  maxConnections: 2,
  // Sooner than mail servers close idle ones, who would do it while a mail is on its way.
  idleTimeout: 20_000,
  // What was not sent is tried again by the outbox, with its pauses and its count of attempts.
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
          // As an object it is one recipient, whatever the text looks like.
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

/** What the server said of this recipient or message is about these alone; anything else is about the server. */
const ABOUT_THE_MESSAGE = ['EENVELOPE', 'EMESSAGE']

function refusal(error: NodemailerError): DeliveryError {
  const { code = '', command = '', permanent = false, message } = error
  const ofMessage = ABOUT_THE_MESSAGE.includes(code) && command !== 'MAIL FROM'
  return new DeliveryError(message, ofMessage ? { permanent } : { retryAfterMs: REST_MS })
}
