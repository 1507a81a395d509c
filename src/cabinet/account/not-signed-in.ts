/** Told before any call to whoever has no token (specification 3.7). */
export const NOT_SIGNED_IN = 'Вы неавторизованы.'
