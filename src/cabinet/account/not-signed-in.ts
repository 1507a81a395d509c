/** Told before any call to whoever has no token (document 1 §8, Linking while not signed in). */
export const NOT_SIGNED_IN = 'Вы неавторизованы.'
