import { randomBytes } from 'node:crypto'
import type { Decision } from '../../contract/decisions/decision.ts'
import { readAnswer } from '../../contract/lib/answer.ts'
import { OutletAnswer } from '../../contract/outlets/outlet.ts'
import { createSecretBox } from '../../server/features/auth/secret-box.ts'
import type { SendMail } from '../../server/features/notifications/channels/mail/sender.ts'
import { sendDue } from '../../server/features/outlets/delivery/delivery-sender.ts'
import { DELIVERY_PURPOSE } from '../../server/features/outlets/delivery/delivery-settings.ts'
import { BASIS } from './decisions.ts'
import { outletSettings } from './outlets.ts'
import { SECRET } from './processes.ts'
import type { TestWire } from './wire.ts'

const OUTLETS = '/api/companion/outlets'
const DECISION: Decision = { ...BASIS, price: 5200, rule: { by: 'hand' }, comment: '', checked: true }

/** Outlets of a test's server whose publications are sent. */
export interface SentPublications {
  post(url: string, payload?: object, user?: string): Promise<{ status: number; body: unknown }>
  /** creates an outlet, whose publications an administrator has sent in this way */
  create(delivery: object): Promise<number>
  publish(id: number, price?: number): Promise<void>
  /** sends what is due */
  send(signal?: AbortSignal): Promise<void>
  seen(id: number): Promise<OutletAnswer>
  /** makes the deliveries due that wait for a retry */
  makeDue(): Promise<unknown>
}

/** @param options hosts of the own network, and what sends mails */
export function sentPublications(
  wire: TestWire,
  { hosts = [], sendMail }: { hosts?: readonly string[]; sendMail?: SendMail } = {},
): SentPublications {
  const newKey = () => randomBytes(16).toString('hex')
  const call = async (user: string, url: string, payload: object) => {
    const answer = await wire.as(user, { method: 'POST', url, payload })
    return { status: answer.statusCode, body: answer.json() as unknown }
  }
  const ok = async (user: string, url: string, payload: object): Promise<number> => {
    const { status, body } = await call(user, url, payload)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return (body as { id: number }).id
  }
  return {
    post: (url, payload = {}, user = 'anna') => call(user, `${OUTLETS}${url}`, payload),
    async create(delivery) {
      const id = await ok('anna', OUTLETS, outletSettings())
      await ok('chief', `${OUTLETS}/${id}/delivery`, delivery)
      return id
    },
    async publish(id, price = 5200) {
      const decisions = [{ ...DECISION, price }]
      const set = await ok('anna', '/api/companion/decisions', { key: newKey(), name: 'Зима', decisions })
      await ok('anna', `/api/companion/decisions/${set}/state`, { from: 'draft', to: 'agreed' })
      await ok('anna', `${OUTLETS}/${id}/publish`, { key: newKey(), set, unchecked: true })
    },
    send: (signal = new AbortController().signal) =>
      sendDue(
        {
          db: wire.database.db,
          box: createSecretBox(SECRET, DELIVERY_PURPOSE),
          allowedHosts: new Set(hosts),
          userAgent: 'test',
          stallSeconds: 5,
          sendMail,
        },
        signal,
      ),
    seen: async (id) => readAnswer(OutletAnswer, (await wire.as('anna', { url: `${OUTLETS}/${id}` })).body),
    makeDue: () => wire.database.db.run("UPDATE outlet_deliveries SET due_at = 0 WHERE state = 'waiting'"),
  }
}
