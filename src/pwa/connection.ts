import { type Connection, isMetered as metered } from '../../contract/connection.ts'
import { listen } from '../lib/listen.ts'

/** Returns the Network Information API, which Firefox, Safari and TypeScript's library do not have. */
const connection = () => (navigator as Navigator & { connection?: Connection & EventTarget }).connection

export const isMetered = (): boolean => metered(connection())

/** Calls the listener when the connection changes. @returns a function that stops listening */
export const onConnectionChange = (listener: () => void): (() => void) =>
  listen(connection(), 'change', listener)
