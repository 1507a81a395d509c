import { createListeners } from '../lib/listeners.ts'

const listeners = createListeners()

/** Calls back when another page is displayed, which discards the input of the previous one. */
export const onPageShown = listeners.add

/** Publishes that another page is displayed. */
export const tellPageShown = listeners.tell
