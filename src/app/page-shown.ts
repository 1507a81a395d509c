import { createListeners } from '../lib/listeners.ts'

const listeners = createListeners()

/** Another page is on screen: what was typed on the former one is gone. */
export const onPageShown = listeners.add

/** Called by whatever shows pages, once another one is on screen. */
export const tellPageShown = listeners.tell
