import { type ChildProcess, spawn } from 'node:child_process'
import { interface as dbusInterface, sessionBus } from '@jellybrick/dbus-next'

/** A notification as a browser passes it to the desktop (Desktop Notifications Specification 1.3). */
interface DesktopNotification {
  id: number
  title: string
  body: string
  /** alternating keys and labels; 'default' is a click on the notification itself */
  actions: string[]
}

/** A fake desktop: a private session bus with a notification service. */
export interface Desktop {
  /** value of DBUS_SESSION_BUS_ADDRESS */
  address: string
  shown: DesktopNotification[]
  /** clicks a notification like a user; the browser treats the click as trusted */
  click(id: number, action?: string): void
  close(): Promise<void>
}

const NAME = 'org.freedesktop.Notifications'
const PATH = '/org/freedesktop/Notifications'

/** @returns undefined without dbus-daemon */
export async function startDesktop(): Promise<Desktop | undefined> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1', '--nopidfile'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const address = await addressOf(daemon)
  if (address === undefined) return undefined
  const bus = sessionBus({ busAddress: address })
  const shown: DesktopNotification[] = []
  let last = 0

  class Notifications extends dbusInterface.Interface {
    GetCapabilities() {
      return ['actions', 'body', 'body-markup', 'persistence']
    }
    GetServerInformation() {
      return ['desktop of a test', 'none', '1.0', '1.3']
    }
    Notify(
      _app: string,
      replaces: number,
      _icon: string,
      title: string,
      body: string,
      actions: string[],
    ): number {
      const id = replaces || ++last
      const others = shown.filter((one) => one.id !== id)
      shown.splice(0, shown.length, ...others, { id, title, body, actions })
      return id
    }
    CloseNotification(id: number) {
      shown.splice(0, shown.length, ...shown.filter((one) => one.id !== id))
      this.NotificationClosed(id, 3)
    }
    ActionInvoked(id: number, action: string) {
      return [id, action]
    }
    NotificationClosed(id: number, reason: number) {
      return [id, reason]
    }
  }
  Notifications.configureMembers({
    methods: {
      GetCapabilities: { inSignature: '', outSignature: 'as' },
      GetServerInformation: { inSignature: '', outSignature: 'ssss' },
      Notify: { inSignature: 'susssasa{sv}i', outSignature: 'u' },
      CloseNotification: { inSignature: 'u', outSignature: '' },
    },
    signals: {
      ActionInvoked: { signature: 'us' },
      NotificationClosed: { signature: 'uu' },
    },
  })
  const notifications = new Notifications(NAME)
  // dbus-next 0.11.3: the constructor's own properties hide what configureMembers adds to the prototype.
  for (const hidden of ['$properties', '$methods', '$signals']) Reflect.deleteProperty(notifications, hidden)
  bus.export(PATH, notifications)
  await bus.requestName(NAME, 0)
  return {
    address,
    shown,
    click: (id, action = 'default') => void notifications.ActionInvoked(id, action),
    async close() {
      bus.disconnect()
      daemon.kill()
      await new Promise((resolve) => daemon.once('close', resolve))
    },
  }
}

function addressOf(daemon: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    daemon.once('error', () => resolve(undefined))
    daemon.stdout?.once('data', (line) => resolve(String(line).trim()))
  })
}
