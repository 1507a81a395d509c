/** Conditions of offered tyres other than new, in words; listings of them are compared with no other (specification 21.9). */
export const CONDITION_TEXTS = {
  used: 'б/у',
  damaged: 'уценка',
  retreaded: 'восстановленная',
  demo: 'витринный образец',
} as const

/** State of the tyre that is offered. */
export type Condition = 'new' | keyof typeof CONDITION_TEXTS
