import { createListeners } from '../../listeners.ts'

const listeners = createListeners()

/** Shows the dialog that lists the keys. */
export const showKeys = listeners.tell

export const onShowKeys = listeners.add
