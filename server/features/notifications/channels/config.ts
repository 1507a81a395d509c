import { isLoopback } from '../../../platform/loopback.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { isMailAddress } from './mail/address.ts'

/** Configuration of the channels that users can link. */
export interface LinkConfig {
  /** undefined without a bot */
  telegram: { token: string; apiRoot: string } | undefined
  /** undefined without a mail server */
  mail: { smtpUrl: string; from: string } | undefined
  /** public address of this server, without a trailing slash; undefined to use the request's own origin */
  publicUrl: string | undefined
  /** demo mode: links can be confirmed without the channel itself */
  demo: boolean
}

/** Value of DEMO that allows demo mode on a server that other machines can reach. */
const DEMO_ANYWHERE = 'anywhere'

type Environment = Readonly<Record<string, string | undefined>>

/** @throws OperatorError */
export function readLinkConfig(env: Environment): LinkConfig {
  return {
    telegram: telegram(env),
    mail: mail(env),
    publicUrl: env.PUBLIC_URL ? webAddress('PUBLIC_URL', env.PUBLIC_URL) : undefined,
    demo: env.DEMO === '1' || env.DEMO === DEMO_ANYWHERE,
  }
}

const TELEGRAM_API = 'https://api.telegram.org'

function telegram(env: Environment): LinkConfig['telegram'] {
  const token = env.TELEGRAM_BOT_TOKEN
  if (!token) return undefined
  // The message does not contain the token, because even a malformed one may be secret.
  if (!/^\d+:[\w-]+$/.test(token)) {
    throw new OperatorError('TELEGRAM_BOT_TOKEN: нужен токен от @BotFather вида 123456:ABC-DEF')
  }
  return { token, apiRoot: webAddress('TELEGRAM_API_ROOT', env.TELEGRAM_API_ROOT || TELEGRAM_API) }
}

function mail(env: Environment): LinkConfig['mail'] {
  const smtpUrl = env.SMTP_URL
  if (!smtpUrl) return undefined
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined
  const account = url && decoded(url.username)
  const isComplete = account !== undefined && decoded(url?.password ?? '') !== undefined
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol) || !isComplete) {
    throw new OperatorError('SMTP_URL: нужен адрес вида smtps://имя:пароль@smtp.example.ru')
  }
  return { smtpUrl, from: sender(env.MAIL_FROM || account) }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Parses the sender: 'ivan@example.ru' or 'Имя <ivan@example.ru>'. */
function sender(text: string): string {
  const address = /^[^<>]*<([^<>]*)>$/.exec(text)?.[1] ?? text
  if (!isMailAddress(address) || /\p{Cc}/u.test(text)) {
    throw new OperatorError(
      `MAIL_FROM: нужен адрес вида prices@example.ru или Цены <prices@example.ru>${text && `, указано «${text}»`}`,
    )
  }
  return text
}

function webAddress(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new OperatorError(`${name}: нужен адрес вида https://example.ru, указано «${text}»`)
  }
  return text.replace(/\/{1,9}$/, '')
}

/**
 * Refuses demo mode on a server that other machines can reach, unless DEMO allows it: in demo mode any signed-in user
 * can link any address.
 * @throws OperatorError
 */
export function refuseOpenDemo(env: Environment): void {
  if (env.DEMO !== '1' || env.BACKEND_URL) return
  const open =
    (env.HOST && !isLoopback(env.HOST) && `HOST=${env.HOST}`) ||
    (env.PUBLIC_URL && !isLoopback(new URL(env.PUBLIC_URL).hostname) && `PUBLIC_URL=${env.PUBLIC_URL}`) ||
    (env.TRUST_PROXY && env.TRUST_PROXY !== '0' && `TRUST_PROXY=${env.TRUST_PROXY}`)
  if (!open) return
  throw new OperatorError(
    `DEMO=1: в демонстрационном режиме привязки не проверяются, а сервер доступен другим (${open}). ` +
      `Уберите DEMO из .env.local или, если это открытая демонстрация, укажите DEMO=${DEMO_ANYWHERE}`,
  )
}
